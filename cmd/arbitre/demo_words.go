package main

// demoWords are the demo's own sentences in a language.
type demoWords struct {
	intro, guests, note, stopped, outro string
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
BEGIN_GAME is said there, send join_game to %s.`,
	note:    "irc %s %s   Ctrl-C ends it",
	stopped: "Stopped.",
	outro: `Play this match again:  %s
Play with your own bot: arbitre demo --port 6667 --bots 3 --guests 1 --round 5s
  It connects to 127.0.0.1, port 6667, and joins %[3]s. When BEGIN_GAME is said
  there it sends join_game to %[2]s, and at each SEND_YOUR_ACTION its order,
  such as NORTH 1.`,
}

var frenchDemo = demoWords{
	intro: `Une partie de %s entre %d bots, sur un serveur IRC à elle seule.
À suivre aussi dans votre client IRC : %s, port %s, sans TLS, /join %s
La même partie à nouveau : %s`,
	guests: `%d de vos bots sont attendus : %s, port %s, canal %s. Quand
BEGIN_GAME y est dit, envoyez join_game à %s.`,
	note:    "irc %s %s   Ctrl-C arrête",
	stopped: "Arrêté.",
	outro: `Rejouer cette partie :      %s
Jouer avec votre bot :      arbitre demo --port 6667 --bots 3 --guests 1 --round 5s
  Il se connecte à 127.0.0.1, port 6667, et entre sur %[3]s. Quand BEGIN_GAME y
  est dit, il envoie join_game à %[2]s, puis à chaque SEND_YOUR_ACTION son ordre,
  par exemple NORTH 1.`,
}

var russianDemo = demoWords{
	intro: `Матч %s, играют боты: %d, на собственном IRC-сервере.
Смотреть и в своём IRC-клиенте: %s, порт %s, без TLS, затем /join %s
Сыграть тот же матч снова: %s`,
	guests: `Ждём ваших ботов: %d. Сервер %s, порт %s, канал %s. Когда там
прозвучит BEGIN_GAME, отправьте join_game игроку %s.`,
	note:    "irc %s %s   Ctrl-C: выход",
	stopped: "Остановлено.",
	outro: `Сыграть этот матч снова:  %s
Сыграть со своим ботом:   arbitre demo --port 6667 --bots 3 --guests 1 --round 5s
  Он подключается к 127.0.0.1, порт 6667, и входит на %[3]s. Услышав BEGIN_GAME,
  он отправляет join_game игроку %[2]s, а на каждый SEND_YOUR_ACTION свой ход,
  например NORTH 1.`,
}
