package bomber

var russian = map[string]string{
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
	"rules": `Побеждает последний живой. Приказы – мне лично: «north 1» («south», «east», «west»; не дальше speed), «bomb 12» (взрыв на ходу 12, не позже чем через timer ходов), «study_firepower», «study_speed» (3 хода), «study_timer», «defuse» (2 хода).` + "\n" +
		`Ход: разминирование, движение, учёба, бомбы, взрывы. Взрыв – крест, лучи длиной в firepower хозяина; он убивает всех, кого задел, и взрывает задетые бомбы.` + "\n" +
		`Считается последний приказ за ход. Кто с хода 1 пишет в канал или меняет ник, теряет приказ этого хода.`,
}
