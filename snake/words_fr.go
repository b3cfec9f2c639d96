package snake

var french = map[string]string{
	refusedOut:   `vous ne jouez plus dans cette partie`,
	refusedDead:  `votre serpent est mort et revient au prochain tour`,
	refusedWord:  `on attend « up », « down », « left », « right », « act », « stop » ou « act(0) », ou deux de ces mots séparés par une virgule`,
	refusedEmpty: `il manque un mot à côté de la virgule, par exemple « act,left »`,
	refusedTwo:   `un serpent n'a qu'une direction par tour : deux n'en font aucune`,
	refusedPair:  `ces deux mots ne vont pas ensemble : on attend « act » et une direction, ou une direction et « act »`,
	refusedMany:  `deux mots séparés par une virgule, rien de plus`,
	"rules": `Le plus de points gagne. Un ordre par tour, en privé, le dernier compte : « up », « down », « left », « right » ; « act » pose une pierre sous la queue : « act,left » (avant le pas) ou « left,act » (en fin de tour) ; « stop » va tout droit, comme le silence ; « act(0) » tue votre serpent.` + "\n" +
		`Un tour : pierres, pas, combat, repas, combat, nouveaux objets, pierres. Pomme +1, or +10, pierre +5 mais 3 cases de moins, pilule : 10 tours de furie. Murs et corps tuent ; en furie on mord. Tête contre tête, le plus long survit et perd la longueur de l'autre.` + "\n" +
		`10 par case tuée ou mordue, 110 pour la manche. Dès le tour 1, qui parle dans le salon ou change de pseudo perd son ordre de ce tour.`,
}
