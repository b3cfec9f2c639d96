package bomber

// words finds a sentence for people: of a refusal by its key, or of "rules". The
// channel's NOTICEs hold no word of the protocol in capitals, so that no bot can
// take one for a line; orders stand in quotes and lower case.
func words(language, key string) string { return sentences[language][key] }

var sentences = map[string]map[string]string{
	"en": {
		refusedOut:      `you are out of this match`,
		refusedDead:     `you are dead: the match is over for you`,
		refusedBusy:     `you are busy, and free again at turn {0}`,
		refusedNoWord:   `an order needs a word, as in "north 1"`,
		refusedWord:     `want "north", "south", "east", "west", "bomb", "study_firepower", "study_speed", "study_timer" or "defuse"`,
		refusedMissing:  `a number is missing, as in "north 1" or "bomb 12"`,
		refusedNumber:   `a number has one to nine digits and nothing else`,
		refusedExtra:    `there is more than this order takes`,
		refusedNoStep:   `a move goes one cell at least`,
		refusedTooFast:  `your speed is {0}, and a move goes no farther`,
		refusedOffMap:   `there is no cell {0} {1}: both go from 0 to {2}`,
		refusedTooEarly: `a bomb of yours can explode at turn {0} at the earliest`,
		refusedTooLate:  `a bomb of yours can explode at turn {0} at the latest`,
		"rules": `The last one alive wins. Send me one order a turn, in private; the last one counts: "north 1" ("south", "east", "west"; up to your speed), "bomb 12" (explodes at turn 12, up to your timer ahead), "study_firepower", "study_speed" (3 turns), "study_timer" (2), "defuse" (2; destroys the bombs on your cell).` + "\n" +
			`A turn: defusals, moves, studies, bombs laid, explosions. A bomb explodes as a cross with arms as long as its owner's firepower now; it sets off the bombs that it touches, and kills whoever it touches. All explosions of a turn are one.` + "\n" +
			`Whoever speaks in the channel or changes nick from turn 1 on loses his order of that turn.`,
	},
	"fr": {
		refusedOut:      `vous ne jouez plus dans cette partie`,
		refusedDead:     `vous êtes mort : la partie est finie pour vous`,
		refusedBusy:     `vous êtes occupé, et libre à nouveau au tour {0}`,
		refusedNoWord:   `il faut un mot, par exemple « north 1 »`,
		refusedWord:     `on attend « north », « south », « east », « west », « bomb », « study_firepower », « study_speed », « study_timer » ou « defuse »`,
		refusedMissing:  `il manque un nombre, par exemple « north 1 » ou « bomb 12 »`,
		refusedNumber:   `un nombre a de un à neuf chiffres et rien d'autre`,
		refusedExtra:    `il y a un argument de trop`,
		refusedNoStep:   `on se déplace d'une case au moins`,
		refusedTooFast:  `votre speed est de {0}, et un déplacement ne va pas plus loin`,
		refusedOffMap:   `la case {0} {1} n'existe pas : X et Y vont de 0 à {2}`,
		refusedTooEarly: `votre bombe peut exploser au tour {0} au plus tôt`,
		refusedTooLate:  `votre bombe peut exploser au tour {0} au plus tard`,
		"rules": `Le dernier survivant gagne. Un ordre par tour, en privé, le dernier compte : « north 1 » (« south », « east », « west » ; au plus votre speed), « bomb 12 » (explose au tour 12, au plus timer tours d'avance), « study_firepower », « study_speed » (3 tours), « study_timer », « defuse » (2 tours ; détruit les bombes de votre case).` + "\n" +
			`Un tour : déminages, déplacements, études, posages, explosions. Une bombe explose en croix, sur autant de cases que le firepower actuel de son maître ; elle fait exploser les bombes qu'elle touche et tue ceux qu'elle touche. Toutes les explosions d'un tour ont lieu en même temps.` + "\n" +
			`Dès le tour 1, qui parle sur le canal ou change de pseudo perd son ordre de ce tour.`,
	},
	"ru": {
		refusedOut:      `вы выбыли из этой игры`,
		refusedDead:     `вы погибли: для вас игра окончена`,
		refusedBusy:     `вы заняты и освободитесь на ходу {0}`,
		refusedNoWord:   `в приказе нет слова, нужно, например, «north 1»`,
		refusedWord:     `нужно «north», «south», «east», «west», «bomb», «study_firepower», «study_speed», «study_timer» или «defuse»`,
		refusedMissing:  `не хватает числа, нужно, например, «north 1» или «bomb 12»`,
		refusedNumber:   `число состоит из одной–девяти цифр, и только из них`,
		refusedExtra:    `в приказе есть лишнее`,
		refusedNoStep:   `идти нужно хотя бы на одну клетку`,
		refusedTooFast:  `ваш speed равен {0}, дальше за ход не пройти`,
		refusedOffMap:   `клетки {0} {1} нет: X и Y идут от 0 до {2}`,
		refusedTooEarly: `ваша бомба может взорваться не раньше хода {0}`,
		refusedTooLate:  `ваша бомба может взорваться не позже хода {0}`,
		"rules": `Побеждает последний выживший. Приказ пишите мне лично: «north 1» («south», «east», «west»; не дальше speed), «bomb 12» (взрыв на ходу 12, не позже чем через timer ходов), «study_firepower», «study_speed» (3 хода), «study_timer», «defuse» (2 хода).` + "\n" +
			`Ход: разминирование, движение, учёба, бомбы, взрывы. Взрыв – крест, лучи длиной в firepower хозяина; он убивает всех, кого задел, и взрывает задетые бомбы.` + "\n" +
			`Считается последний приказ за ход. Кто с хода 1 пишет в канал или меняет ник, теряет приказ этого хода.`,
	},
}
