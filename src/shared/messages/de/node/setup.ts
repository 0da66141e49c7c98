import type { setup as english } from '../../en/node/setup.ts'

export const setup: Record<keyof typeof english, string> = {
  'setup.aliasTaken': 'Eine andere Identität verwendet diesen SSH-Host-Alias bereits.',
  'setup.changedMeanwhile': '{path} wurde inzwischen geändert und daher so belassen.',
  'setup.checkAgainHint': 'Prüfen Sie erneut, um den aktuellen Stand zu sehen.',
  'setup.fileExists': '{path} existiert bereits. Latchkey ersetzt nie einen Schlüssel.',
  'setup.gitTooOld': 'Dafür ist Git 2.36 oder neuer erforderlich.',
  'setup.hostTaken':
    'Die Identität eines anderen Kontos gilt für alle Repositorys dieser Instanz. Wählen Sie Ordner oder einen SSH-Host-Alias.',
  'setup.keyGone': 'Der Schlüssel {path} existiert nicht mehr.',
  'setup.notRead': '{path} konnte nicht gelesen werden ({code}).',
  'setup.notRegular': '{path} ist keine reguläre Datei und wurde daher so belassen.',
  'setup.notWritten': '{path} konnte nicht geändert werden ({code}).',
  'setup.passphraseRefused': 'Das ist nicht die Passphrase von {path}.',
  'setup.planOutdated': 'Diese Änderungen sind veraltet. Prüfen Sie erneut.',
  'setup.programFailed': '{program} ist fehlgeschlagen: {said}',
  'setup.tooLarge': '{path} ist zu groß, um geändert zu werden.',
  'setup.unsafePart':
    '„{value}“ kann nicht in {file} geschrieben werden. Es enthält Zeichen, die dort eine Bedeutung haben.',
  'setup.cannotSign': 'Git kann mit diesen Einstellungen keine Commits signieren: {said}',
  'setup.tookTooLong': 'Es hat zu lange gedauert.',
  'setup.noTime': 'GitLab hat keine Uhrzeit genannt.',
  'setup.changedSince': 'Seitdem wurde etwas daran geändert.',
  'setup.changedLater':
    'Auch eine spätere Änderung von Latchkey ist darin. Machen Sie zuerst diese rückgängig.',
  'setup.backupGone': 'Die Sicherung {path} fehlt oder wurde geändert.',
  'setup.usedBy': '{file} verwendet es.',
  'setup.onAccount': 'Im Konto von @{username} vorhanden.',
  'setup.accountNotAsked': 'Latchkey konnte nicht feststellen, ob es im Konto von @{username} ist.',
  'setup.signedOut': '@{username} ist nicht angemeldet.',
}
