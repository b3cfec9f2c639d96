package view

// words are all that the view says in a language.
type words struct {
	turn, waiting         string
	player                string
	fire, speed, timer    string // firepower, speed, timer, as heads of columns of four
	studying, defusing    string
	dead, by, winner      string
	legend                []string
	tooSmall              string
	channel               string
	won, draw, nobody     string
	alive, blast, ownBomb string
	out                   string
	and                   string
	playing, paused, keys string // while a recorded match is played

	// Of sentiant.
	colony, ants, loaves   string // the heads of columns of nine, five and six
	cookie                 string // who has it
	queens, goods, grounds string // the legend
	eaten, cookieHome      string

	// Of snake.
	roundWaits, roundPlays        string
	points, cells, fury, stones   string // the heads of columns of six and of four
	waits, deadNow                string
	objects, heads                string // the legend
	fared, fell                   string
	fellWall, fellStone, fellBody string
	fellHead, fellSelf            string
}

var english = words{
	turn:    "turn %d",
	waiting: "The match is about to begin.",
	player:  "player", fire: "fire", speed: "spd", timer: "fuse",
	studying: "studies", defusing: "defuses",
	dead: "dead %d", by: ", by ", winner: "WINS",
	legend: []string{
		"%s player   o3 bomb, 3 turns to go",
		"** blast    x%s died here",
		"fire: cells a blast reaches",
		"spd: cells a turn  fuse: turns",
	},
	tooSmall: "The board needs %d columns and %d rows.",
	channel:  "in the channel",
	won:      "%s wins after %d turns.",
	draw:     "A draw after %d turns: %s.",
	nobody:   "Nobody wins (turn %d).",
	alive:    "alive",
	blast:    "dead in turn %d, by a bomb of %s",
	ownBomb:  "dead in turn %d, by a bomb of his own",
	out:      "out in turn %d (%s)",
	and:      "and",
	playing:  "%s turns/s",
	paused:   "paused",
	keys:     "space: play, n p: step, 12g: go to 12, + -: speed, q: quit",

	colony: "colony", ants: "ants", loaves: "loaves",
	cookie:  "@ cookie",
	queens:  "%s queen  %s ant  %s* ant with bread",
	goods:   "@@ cookie  * bread  %s* buried",
	grounds: "%s dirt  %s rock  . scent",
	eaten:   "%d loaves", cookieHome: "the cookie",

	roundWaits: "Round %d, turns to wait: %d",
	roundPlays: "Round %d, turns to go: %d",
	points:     "points",
	cells:      "len",
	fury:       "fury",
	stones:     "st",
	waits:      "waits",
	deadNow:    "dead",
	objects:    "%s apple  %s stone  %s fury  %s gold",
	heads:      "%s head %s in fury %s waits %s dead",
	fared:      "points: %d, rounds won: %d",
	fell:       "died in turn %s",
	fellWall:   "wall",
	fellStone:  "stone",
	fellBody:   "body of %s",
	fellHead:   "head on with %s",
	fellSelf:   "by itself",
}

var french = words{
	turn:    "tour %d",
	waiting: "La partie va commencer.",
	player:  "joueur", fire: "feu", speed: "vit", timer: "min",
	studying: "étudie", defusing: "déminage",
	dead: "mort %d", by: ", par ", winner: "GAGNE",
	legend: []string{
		"%s joueur   o3 bombe, dans 3 tours",
		"** explosion   x%s mort ici",
		"feu: portée   vit: cases par tour",
		"min: minuterie, en tours",
	},
	tooSmall: "La carte demande %d colonnes et %d lignes.",
	channel:  "dans le salon",
	won:      "%s gagne après %d tours.",
	draw:     "Match nul après %d tours : %s.",
	nobody:   "Personne ne gagne (tour %d).",
	alive:    "en vie",
	blast:    "mort au tour %d, par une bombe de %s",
	ownBomb:  "mort au tour %d, par sa propre bombe",
	out:      "sorti au tour %d (%s)",
	and:      "et",
	playing:  "%s tours/s",
	paused:   "pause",
	keys:     "espace : jouer, n p : pas, 12g : aller à 12, + - : vitesse, q : quitter",

	colony: "colonie", ants: "four.", loaves: "pains",
	cookie:  "@ cookie",
	queens:  "%s reine  %s fourmi  %s* avec pain",
	goods:   "@@ cookie  * pain  %s* enfoui",
	grounds: "%s terre  %s roche  . odeur",
	eaten:   "pains : %d", cookieHome: "le cookie",

	roundWaits: "Manche %d, tours avant : %d",
	roundPlays: "Manche %d, tours restants : %d",
	points:     "points",
	cells:      "long",
	fury:       "rage",
	stones:     "pier",
	waits:      "attend",
	deadNow:    "mort",
	objects:    "%s pomme  %s pierre  %s rage  %s or",
	heads:      "%s tête  %s enragé %s attend %s mort",
	fared:      "points : %d, manches gagnées : %d",
	fell:       "mort au tour %s",
	fellWall:   "mur",
	fellStone:  "pierre",
	fellBody:   "corps de %s",
	fellHead:   "de front avec %s",
	fellSelf:   "de lui-même",
}

var russian = words{
	turn:    "ход %d",
	waiting: "Матч вот-вот начнётся.",
	player:  "игрок", fire: "сила", speed: "скор", timer: "фит",
	studying: "учится", defusing: "разминир.",
	dead: "погиб %d", by: ": ", winner: "ПОБЕДА",
	legend: []string{
		"%s игрок   o3 бомба, через 3 хода",
		"** взрыв   x%s погиб здесь",
		"сила: радиус   скор: клеток за ход",
		"фит: фитиль, в ходах",
	},
	tooSmall: "Полю нужно столбцов: %d, строк: %d.",
	channel:  "в канале",
	won:      "Побеждает %s, ходов: %d.",
	draw:     "Ничья, ходов: %d. Делят победу: %s.",
	nobody:   "Победителя нет (ход %d).",
	alive:    "в живых",
	blast:    "гибель на ходу %d, бомба игрока %s",
	ownBomb:  "гибель на ходу %d, своя бомба",
	out:      "выбывание на ходу %d (%s)",
	and:      "и",
	playing:  "%s ходов/с",
	paused:   "пауза",
	keys:     "пробел: игра, n p: шаг, 12g: к ходу 12, + -: скорость, q: выход",

	colony: "колония", ants: "мур.", loaves: "хлеб",
	cookie:  "@ печенье",
	queens:  "%s королева  %s муравей  %s* с хлебом",
	goods:   "@@ печенье  * хлеб  %s* зарыт",
	grounds: "%s земля  %s камень  . запах",
	eaten:   "хлеба: %d", cookieHome: "печенье",

	roundWaits: "Раунд %d, до начала ходов: %d",
	roundPlays: "Раунд %d, осталось ходов: %d",
	points:     "очки",
	cells:      "длин",
	fury:       "яр",
	stones:     "кам",
	waits:      "ждёт",
	deadNow:    "погиб",
	objects:    "%s яблоко %s камень %s ярость %s золото",
	heads:      "%s голова %s ярость %s ждёт %s погиб",
	fared:      "очков: %d, раундов: %d",
	fell:       "гибель на ходу %s",
	fellWall:   "стена",
	fellStone:  "камень",
	fellBody:   "тело %s",
	fellHead:   "лоб в лоб с %s",
	fellSelf:   "сам",
}

// wordsIn finds a language. Where only ASCII can be shown, only English can.
func wordsIn(language string, ascii bool) words {
	switch {
	case language == "fr" && !ascii:
		return french
	case language == "ru" && !ascii:
		return russian
	}
	return english
}
