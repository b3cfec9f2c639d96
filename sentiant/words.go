package sentiant

// words finds a sentence for people: of a refusal by its key, or of "rules". The
// channel's NOTICEs hold no word of the protocol in capitals, so that no bot can
// take one for a line; orders stand in quotes and lower case.
func words(language, key string) string { return sentences[language][key] }

var sentences = map[string]map[string]string{
	"en": {
		refusedOut:       `you are out of this match`,
		refusedNoWord:    `an order names an ant or the queen, as in "12 move up" or "queen spawn"`,
		refusedNumber:    `an order starts with an ant's number or "queen", as in "12 move up"`,
		refusedAnt:       `you have no ant {0}`,
		refusedWord:      `want "move", "dig", "attack", "pickup", "drop", "sleep", "phero", "erase" or "say"`,
		refusedDirection: `want "up", "down", "left" or "right"`,
		refusedScent:     `a scent is a number from 0 to 31`,
		refusedString:    `a string has at most {0} plain characters: no accents, no comma, semicolon or equals sign`,
		refusedExtra:     `there is more than an order takes: an action, then "phero 5" or "erase", then "say go", each at most once`,
		refusedQueen:     `the queen's order is "queen spawn" or "queen spawn n1"`,
		refusedBeside:    `the queen's cells are n1, n2, e1, e2, s1, s2, w1 and w2`,
		"rules": `Bring the cookie from the middle of the map to your queen, or eat the most loaves: each beside her makes an ant. Orders in private, many in a line: "12 move up phero 5 say go; 13 dig left; queen spawn n1". Ants "move", "dig", "attack" ("up", "down", "left", "right"), "pickup", "drop" or "sleep"; "phero", "erase" and "say" are free of charge.` + "\n" +
			`A turn: pheromones, digging, attacks, picking up, dropping, moves, births, new loaves; all ants act at once. Ants that move into each other stay and lose 1 hp.` + "\n" +
			`Only the last order for each ant counts. Whoever speaks in the channel or changes nick from turn 1 on loses his orders of that turn.`,
	},
	"fr": {
		refusedOut:       `vous ne jouez plus dans cette partie`,
		refusedNoWord:    `un ordre nomme une fourmi ou la reine, par exemple « 12 move up » ou « queen spawn »`,
		refusedNumber:    `un ordre commence par le numéro d'une fourmi ou par « queen », par exemple « 12 move up »`,
		refusedAnt:       `vous n'avez pas de fourmi {0}`,
		refusedWord:      `on attend « move », « dig », « attack », « pickup », « drop », « sleep », « phero », « erase » ou « say »`,
		refusedDirection: `on attend « up », « down », « left » ou « right »`,
		refusedScent:     `une phéromone est un nombre de 0 à 31`,
		refusedString:    `une chaîne a au plus {0} caractères simples : sans accents, virgule, point-virgule ni signe égal`,
		refusedExtra:     `il y a un mot de trop : une action, puis « phero 5 » ou « erase », puis « say go », chacun une fois au plus`,
		refusedQueen:     `l'ordre de la reine est « queen spawn » ou « queen spawn n1 »`,
		refusedBeside:    `les cases de la reine sont n1, n2, e1, e2, s1, s2, w1 et w2`,
		"rules": `Ramenez le cookie à votre reine, ou mangez le plus de pains : chacun fait une fourmi. Ordres en privé : « 12 move up phero 5 say go; 13 dig left; queen spawn n1 ». Actions : « move », « dig », « attack » (« up », « down », « left », « right »), « pickup », « drop », « sleep » ; gratuits : « phero », « erase », « say ».` + "\n" +
			`Un tour : phéromones, creuser, attaquer, ramasser, déposer, déplacements, naissances, nouveaux pains ; toutes les fourmis en même temps. Celles qui se heurtent restent sur place et perdent 1 hp.` + "\n" +
			`Le dernier ordre compte pour chaque fourmi. Dès le tour 1, qui parle dans le salon ou change de pseudo perd ses ordres de ce tour.`,
	},
	"ru": {
		refusedOut:       `вы выбыли из этой игры`,
		refusedNoWord:    `в приказе назовите муравья или королеву, например, «12 move up» или «queen spawn»`,
		refusedNumber:    `приказ начинается с номера муравья или со слова «queen», например, «12 move up»`,
		refusedAnt:       `у вас нет муравья {0}`,
		refusedWord:      `нужно «move», «dig», «attack», «pickup», «drop», «sleep», «phero», «erase» или «say»`,
		refusedDirection: `нужно «up», «down», «left» или «right»`,
		refusedScent:     `феромон – это число от 0 до 31`,
		refusedString:    `в строке не больше знаков, чем {0}: латинские буквы, цифры, знаки, кроме запятой, точки с запятой и знака равенства`,
		refusedExtra:     `в приказе есть лишнее: сначала действие, потом «phero 5» или «erase», потом «say go», каждое не больше раза`,
		refusedQueen:     `приказ королеве – «queen spawn» или «queen spawn n1»`,
		refusedBeside:    `клетки королевы – n1, n2, e1, e2, s1, s2, w1 и w2`,
		"rules": `Принесите печенье своей королеве или съешьте больше хлеба: буханка – муравей. Приказы лично: «12 move up phero 5 say go; 13 dig left; queen spawn n1». Действия: move, dig, attack (up, down, left, right), pickup, drop, sleep; вдобавок: phero, erase, say.` + "\n" +
			`Ход: феромоны, рытьё, атаки, подбор, выкладывание, движение, рождения, новый хлеб. Всё сразу; столкнувшиеся муравьи стоят и теряют 1 hp.` + "\n" +
			`Для муравья считается последний приказ. Кто с хода 1 пишет в канал или меняет ник, теряет приказы этого хода.`,
	},
}
