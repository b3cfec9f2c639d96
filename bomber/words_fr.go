package bomber

//nolint:misspell // it is French
var french = map[string]string{
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
		`Dès le tour 1, qui parle dans le salon ou change de pseudo perd son ordre de ce tour.`,
}
