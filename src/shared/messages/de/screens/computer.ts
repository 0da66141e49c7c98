import type { computer as english } from '../../en/screens/computer.ts'

export const computer: Record<keyof typeof english, string> = {
  'computer.addToAccount': 'Schlüssel als „{title}“ zu Ihrem GitLab-Konto hinzufügen',
  'computer.addToAgent': 'Schlüssel zum SSH-Agent hinzufügen',
  'computer.agent': 'SSH-Agent',
  'computer.agentHasKey': 'Der Agent hat Ihren Schlüssel.',
  'computer.agentKeyFound': 'Der Agent hat einen Schlüssel: {file}.',
  'computer.agentNotNeeded': 'Nicht erforderlich: Ihr Schlüssel hat keine Passphrase.',
  'computer.agentWithoutKey':
    'Der Agent hat Ihren Schlüssel nicht, daher fragt Git nach dessen Passphrase.',
  'computer.allowSigner': 'Git Ihre Signatur erkennen lassen',
  'computer.allRight': 'Dieser Computer ist für signierte Commits bereit.',
  'computer.apply': '{count, plural, one {# Änderung} other {# Änderungen}} vornehmen',
  'computer.checkAgain': 'Erneut prüfen',
  'computer.checked': 'Geprüft: {time}',
  'computer.checking': 'Wird geprüft…',
  'computer.clock': 'Uhr',
  'computer.clockRight': 'Die Uhr stimmt mit der von GitLab überein.',
  'computer.clockWrong':
    'Die Uhr weicht um {minutes, plural, one {# Minute} other {# Minuten}} von der von GitLab ab.',
  'computer.clockWrongHint':
    'Lassen Sie das System die Uhrzeit einstellen. Signaturen und Anmeldungen hängen davon ab.',
  'computer.commandCheck': 'Diesen Computer prüfen',
  'computer.connected': 'GitLab erkennt Sie als @{username}.',
  'computer.connection': 'SSH-Verbindung',
  'computer.createKey': 'Ed25519-SSH-Schlüssel mit dem Namen „{title}“ erstellen',
  'computer.done':
    '{count, plural, one {# Änderung vorgenommen.} other {# Änderungen vorgenommen.}}',
  'computer.emailNotVerified':
    'Commits werden mit {email} erstellt, aber das ist keine bestätigte E-Mail-Adresse dieses Kontos.',
  'computer.emailNotVerifiedHint':
    'GitLab zeigt sie als unverifiziert an und ordnet sie nicht Ihnen zu.',
  'computer.failed': 'Fehlgeschlagen: {reason}',
  'computer.fix': 'Beheben…',
  'computer.fixAll': 'Alles beheben…',
  'computer.fixNamed': 'Beheben: {check}…',
  'computer.fixTitle': 'Diesen Computer einrichten',
  'computer.git': 'Git',
  'computer.gitFound': 'Version {version}.',
  'computer.gitIdentity': 'Ihren Namen und Ihre E-Mail-Adresse in Git festlegen',
  'computer.gitMissing': 'Git ist nicht installiert.',
  'computer.gitMissingHint': 'Installieren Sie Git und prüfen Sie dann erneut.',
  'computer.gitOld': 'Version {version} kann nicht mit SSH-Schlüsseln signieren.',
  'computer.gitOldHint':
    'Installieren Sie Git 2.34 oder neuer, um Commits mit Ihrem SSH-Schlüssel zu signieren.',
  'computer.gitSigning': 'Alle Commits mit dem Schlüssel signieren',
  'computer.hostKey': 'Hostschlüssel',
  'computer.hostKeyChanged':
    'Der Hostschlüssel von {host} hat sich geändert. Möglicherweise fängt jemand die Verbindung ab.',
  'computer.hostKeyChangedHint':
    'Verbinden Sie sich erst, wenn ein Administrator den neuen Schlüssel bestätigt hat.',
  'computer.hostKeyKnown': '{host} ist bekannt.',
  'computer.hostKeyNotPublished':
    'Der Hostschlüssel von {host} gehört nicht zu denen, die GitLab.com veröffentlicht.',
  'computer.hostKeyNotPublishedHint':
    'Möglicherweise fängt jemand die Verbindung ab. Verbinden Sie sich nicht aus diesem Netzwerk.',
  'computer.hostKeyUnknown': '{host} ist auf diesem Computer nicht bekannt.',
  'computer.identity': 'Name und E-Mail-Adresse',
  'computer.identityScope': 'Festlegen, welche Repositorys diese Einstellungen verwenden',
  'computer.identitySet': 'Commits werden als {name} <{email}> erstellt.',
  'computer.identitySettings':
    'Git-Einstellungen für diese Repositorys in eine eigene Datei schreiben',
  'computer.keyExpired': 'Der Schlüssel „{title}“ in Ihrem Konto ist abgelaufen.',
  'computer.keyExpiredHint': 'Erneuern Sie ihn unter „Schlüssel“.',
  'computer.keyFound': '{file}',
  'computer.keyNotOnAccount': '{file} ist nicht in Ihrem GitLab-Konto.',
  'computer.keyOnAccount': '„{title}“ ist in Ihrem Konto.',
  'computer.keyOnAccountCheck': 'Schlüssel in Ihrem Konto',
  'computer.lead': 'Was Git braucht, um von diesem Computer aus mit {instance} zu arbeiten.',
  'computer.noAgent': 'Es läuft kein Agent, daher fragt Git nach der Passphrase Ihres Schlüssels.',
  'computer.noAgentHint':
    'Starten Sie ssh-agent oder verwenden Sie den Agent Ihres Systems oder Passwortmanagers.',
  'computer.noEmail': 'Git kennt Ihre E-Mail-Adresse nicht.',
  'computer.noKey':
    'In ~/.ssh gibt es keinen SSH-Schlüssel, zu dem auch der private Schlüssel vorhanden ist.',
  'computer.noName': 'Git kennt Ihren Namen nicht.',
  'computer.noSigningKey':
    'Das Signieren von Commits ist eingeschaltet, aber es ist kein Schlüssel festgelegt.',
  'computer.notChecked': 'Nicht geprüft.',
  'computer.notTried': 'Nicht versucht, weil eine Änderung davor fehlgeschlagen ist.',
  'computer.openFiles':
    'Andere können {file}{count, plural, =0 {} one { und eine weitere Datei} other { und # weitere Dateien}} lesen oder ändern. OpenSSH lehnt solche Schlüssel ab.',
  'computer.passphrase': 'Passphrase von {file}',
  'computer.passphraseDiffers': 'Die Passphrasen stimmen nicht überein.',
  'computer.passphraseHint':
    'Schützt den Schlüssel, falls ihn jemand kopiert. Sie können das Feld leer lassen. Latchkey speichert die Passphrase nicht.',
  'computer.passphraseNeeded': 'Geben Sie die Passphrase ein.',
  'computer.passphraseNew': 'Passphrase für den neuen Schlüssel',
  'computer.passphraseRepeated': 'Passphrase wiederholen',
  'computer.permissions': 'Anderen Benutzern den Zugriff entziehen',
  'computer.publishedHostKey':
    'GitLab.com veröffentlicht diesen Fingerabdruck (Stand: {date}): {fingerprint}',
  'computer.securityKeyHint':
    'Um den Schlüssel auf einem Sicherheitsschlüssel aufzubewahren, führen Sie stattdessen {command} in einem Terminal aus und prüfen Sie dann erneut.',
  'computer.signing': 'Signierte Commits',
  'computer.signingFails': 'Ein Test-Commit konnte nicht signiert werden. Git meldet: {said}',
  'computer.signingFailsHint':
    'Prüfen Sie die Einstellungen von Git und ob Ihr Schlüssel entsperrt ist.',
  'computer.signingKey': 'Signierschlüssel in Ihrem Konto',
  'computer.signingKeyExpired': 'Der Signierschlüssel „{title}“ in Ihrem Konto ist abgelaufen.',
  'computer.signingKeyMissing': 'Der Signierschlüssel {file} existiert nicht.',
  'computer.signingKeyNotForSigning':
    '„{title}“ ist in Ihrem Konto, aber nicht zum Signieren vorgesehen.',
  'computer.signingKeyNotForSigningHint': 'Ändern Sie die Verwendung unter „Schlüssel“.',
  'computer.signingKeyNotOnAccount':
    'Der Signierschlüssel ist nicht in Ihrem Konto, daher zeigt GitLab Ihre Commits als unverifiziert an.',
  'computer.signingKeyOnAccount': 'GitLab verifiziert Signaturen mit „{title}“.',
  'computer.signingOff': 'Commits werden nicht signiert.',
  'computer.signingWorks': 'Commits werden signiert.',
  'computer.silentAgent': 'Der Agent antwortet nicht.',
  'computer.silentAgentHint': 'Starten Sie ihn neu und prüfen Sie dann erneut.',
  'computer.sshHost': 'SSH-Einstellungen für den Host in eine eigene Datei schreiben',
  'computer.sshInclude': 'SSH die Dateien von Latchkey lesen lassen',
  'computer.sshKey': 'SSH-Schlüssel',
  'computer.trustHost': '{host} vertrauen',
  'computer.unknownHostKey':
    'Vergleichen Sie diesen Fingerabdruck mit dem, den Ihre Instanz veröffentlicht: {fingerprint}',
  'computer.weakKey': '{file} ist nicht mehr sicher. Erstellen Sie einen neuen Schlüssel.',
  'computer.gitFails': 'Git funktioniert nicht: {said}',
  'computer.gitFailsHint': 'Korrigieren Sie, was Git nennt, und prüfen Sie noch einmal.',
  'computer.keyWithoutPublic': '{file} ist ein privater Schlüssel ohne den öffentlichen.',
  'computer.keyWithoutPublicHint':
    'Führen Sie dies in einem Terminal aus und prüfen Sie noch einmal: {command}',
  'computer.identityInFolders': 'Git hat nur in manchen Ordnern eine E-Mail-Adresse: {emails}.',
  'computer.identityInFoldersHint':
    'Sonst erfindet Git eine, und GitLab erkennt solche Commits nicht. Mit {setting} lehnt Git sie ab.',
  'computer.identityInFoldersOnly':
    'Git hat nur in manchen Ordnern eine E-Mail-Adresse: {emails}. Sonst lehnt es Commits ab.',
  'computer.signingOn': 'Git soll Commits signieren.',
  'computer.signingWorksUnverified':
    'Commits werden signiert. Git kann Signaturen auf diesem Computer nicht prüfen: {said}',
  'computer.gpgKeyMissing':
    'gpg hat keinen privaten Schlüssel für „{name}“, daher kann Git keine Commits signieren.',
  'computer.commitFails': 'Git kann keinen Commit anlegen: {said}',
  'computer.notCheckedBecause': 'Nicht geprüft, wegen „{check}“.',
  'computer.replaces': 'Ersetzt eine Einstellung, die Sie haben.',
  'computer.otherAccounts': 'Gilt auch für Ihre anderen Konten.',
  'computer.gpgKeyMissingHint':
    'Setzen Sie user.signingkey auf den Fingerabdruck eines Schlüssels, den gpg auflistet.',
  'computer.signingOnHint': 'Nicht getestet, weil gpg nach einer Passphrase fragen könnte.',
  'computer.signingWorksUnverifiedHint': 'GitLab prüft sie selbst.',
  'computer.history': 'Änderungen von Latchkey',
  'computer.historyLead':
    'Was Latchkey auf diesem Computer geändert hat, die neueste Änderung zuerst.',
  'computer.undo': 'Rückgängig machen…',
  'computer.undoNamed': 'Änderungen rückgängig machen ({time})…',
  'computer.undoTitle': 'Diese Änderungen rückgängig machen',
  'computer.undone': 'Die Änderungen wurden rückgängig gemacht.',
  'computer.undoneExcept': 'Rückgängig gemacht, außer: {stays}',
  'computer.undoStays': 'Was bleibt',
  'computer.undoNothing': 'Zurzeit kann nichts davon rückgängig gemacht werden.',
  'computer.undoGone': 'Es ist nichts mehr rückgängig zu machen.',
  'computer.undoFile': 'Diese Datei wiederherstellen',
  'computer.undoMode': 'Zugriffsrechte dieser Datei wiederherstellen',
  'computer.undoKey': 'Diesen Schlüssel nach {path} verschieben; er wird nicht gelöscht',
  'computer.undoAgentKey': 'Diesen Schlüssel aus dem SSH-Agent entfernen',
  'computer.undoAccountKey': 'Diesen Schlüssel aus dem GitLab-Konto von @{username} entfernen',
  'computer.fixAllLead':
    'Latchkey nimmt diese Änderungen vor. Dateien werden zuvor gesichert, und Sie können die Änderungen später rückgängig machen.',
  'computer.chooseKey': 'Schlüssel',
  'computer.keyLock':
    '{lock, select, agent {Im SSH-Agent entsperrt.} passphrase {Hat eine Passphrase.} other {Hat keine Passphrase.}}',
  'computer.keyNotAdded': 'Nicht in Ihrem Konto.',
  'computer.keyAdded': '„{title}“ in Ihrem Konto.',
  'computer.keyExpires': 'Läuft am {date} ab.',
  'computer.keyLocked':
    'Dieser Schlüssel hat eine Passphrase, und es läuft kein SSH-Agent, der ihn entsperren könnte. Starten Sie einen und prüfen Sie erneut, oder wählen Sie einen anderen Schlüssel.',
  'computer.changedAt': 'Geändert: {time}',
}
