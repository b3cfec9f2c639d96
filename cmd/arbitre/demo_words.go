package main

// demoWords are the demo's own sentences in a language.
type demoWords struct {
	intro, guests, note, page, stopped, outro string
}

func demoWordsIn(language string) demoWords {
	switch language {
	case "fr":
		return frenchDemo
	case "ru":
		return russianDemo
	}
	return englishDemo
}

var englishDemo = demoWords{
	intro: `A match of %s between %d sample bots, on an IRC server of its own.
Watch it with your IRC client too: server %s, port %s, no TLS, /join %s
This match again: %s`,
	guests: `Waiting for %d of your bots: connect to %s, port %s, and join %s. When
%s is said there, send join_game to %s.`,
	note:    "irc %s %s   Ctrl-C ends it",
	page:    "A board in your browser: %s",
	stopped: "Stopped.",
	outro: `Play this match again:
  %s
Play with your own bot:
  %[2]s
  It connects to 127.0.0.1, port 6667, and joins %[3]s. When %[4]s
  is said there it sends join_game to %[5]s, and at each SEND_YOUR_ACTION its
  order, such as %[6]s.`,
}

var frenchDemo = demoWords{
	intro: `Une partie de %s entre %d bots, sur un serveur IRC à elle seule.
À suivre aussi dans votre client IRC : %s, port %s, sans TLS, /join %s
La même partie à nouveau : %s`,
	guests: `%d de vos bots sont attendus : %s, port %s, salon %s. Quand
%s y est dit, envoyez join_game à %s.`,
	note:    "irc %s %s   Ctrl-C arrête",
	page:    "Un plateau dans votre navigateur : %s",
	stopped: "Arrêté.",
	outro: `Rejouer cette partie :
  %s
Jouer avec votre bot :
  %[2]s
  Il se connecte à 127.0.0.1, port 6667, et entre sur %[3]s. Quand
  %[4]s y est dit, il envoie join_game à %[5]s, puis à chaque
  SEND_YOUR_ACTION son ordre, par exemple %[6]s.`,
}

var russianDemo = demoWords{
	intro: `Матч %s, играют боты: %d, на собственном IRC-сервере.
Смотреть и в своём IRC-клиенте: %s, порт %s, без TLS, затем /join %s
Сыграть тот же матч снова: %s`,
	guests: `Ждём ваших ботов: %d. Сервер %s, порт %s, канал %s. Когда там
прозвучит %s, отправьте join_game игроку %s.`,
	note:    "irc %s %s   Ctrl-C: выход",
	page:    "Поле в браузере: %s",
	stopped: "Остановлено.",
	outro: `Сыграть этот матч снова:
  %s
Сыграть со своим ботом:
  %[2]s
  Он подключается к 127.0.0.1, порт 6667, и входит на %[3]s. Услышав
  %[4]s, он отправляет join_game игроку %[5]s, а на каждый
  SEND_YOUR_ACTION свой ход, например %[6]s.`,
}
