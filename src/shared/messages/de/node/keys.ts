import type { keys as english } from '../../en/node/keys.ts'

export const keys: Record<keyof typeof english, string> = {
  'keys.accountKey': 'Schlüssel im Konto',
  'keys.alreadyChanging': 'Dieser Schlüssel wird bereits geändert.',
  'keys.anotherKeyAdded': 'GitLab hat einen anderen Schlüssel zurückgegeben als den hinzugefügten.',
  'keys.backupHint':
    'Eine Kopie des Schlüssels wird hier aufbewahrt. Prüfen Sie die Liste und fügen Sie den Schlüssel erneut hinzu, falls er fehlt.',
  'keys.changeTitle': 'Ändern Sie den Titel.',
  'keys.checkListFirst': 'Prüfen Sie die Schlüsselliste, bevor Sie es erneut versuchen.',
  'keys.chooseAgain': 'Wählen Sie den öffentlichen Schlüssel erneut aus.',
  'keys.chooseLaterDate': 'Wählen Sie ein späteres Datum oder kein Ablaufdatum.',
  'keys.deleteAndImport':
    'Es wurde nichts geändert. Wenn Sie den Schlüssel haben, löschen Sie ihn und importieren Sie ihn erneut.',
  'keys.deleteThereFirst':
    'Ein Schlüssel kann nur zu einem Konto gehören. Löschen Sie ihn zuerst dort oder erstellen Sie einen neuen.',
  'keys.differentKeys':
    'Der Schlüssel auf diesem Computer und der Schlüssel im Konto sind verschieden.',
  'keys.emailNotOnAccount':
    'Keine der E-Mail-Adressen des Schlüssels gehört zu diesem Konto. Signaturen damit bleiben daher unverifiziert.',
  'keys.emailUnconfirmed':
    '{email} ist in diesem Konto noch nicht bestätigt. Signaturen mit diesem Schlüssel bleiben daher unverifiziert.',
  'keys.expiryPassed': 'Das Ablaufdatum liegt in der Vergangenheit.',
  'keys.expiryPassedField': 'liegt in der Vergangenheit',
  'keys.gpgElsewhere':
    '{isSender, select, true {Ihr eigenes Konto hat diesen Schlüssel.} other {Ein anderes hier angemeldetes Konto hat diesen Schlüssel.}}',
  'keys.gpgFailed': 'gpg konnte seine Schlüssel nicht auflisten.',
  'keys.gpgFailedBecause': 'gpg konnte seine Schlüssel nicht auflisten: {reason}.',
  'keys.gpgFailedHint':
    'Versuchen Sie es erneut oder wählen Sie eine Datei mit Ihrem öffentlichen Schlüssel.',
  'keys.gpgMissing': 'gpg ist auf diesem Computer nicht installiert.',
  'keys.gpgOfSomeoneElse':
    'Ein anderes Konto, das hier nicht angemeldet ist, hat diesen Schlüssel.',
  'keys.gpgOnAccount':
    '{isOwn, select, true {Dieser Schlüssel ist bereits in diesem Konto.} other {Dieser Schlüssel ist bereits im Konto dieses Benutzers.}}',
  'keys.gpgOnAccountHint':
    '{isOwn, select, true {Wenn die Kopie hier neuer ist, erneuern Sie den Schlüssel.} other {Wenn die Kopie hier neuer ist, löschen Sie die dortige und fügen Sie diese hinzu.}}',
  'keys.gpgTimeout': 'gpg hat nicht rechtzeitig geantwortet.',
  'keys.gpgTooMany': 'gpg hat zu viele Schlüssel, um sie auf einmal aufzulisten.',
  'keys.installGpg':
    'Installieren Sie GnuPG oder wählen Sie eine Datei mit Ihrem öffentlichen Schlüssel.',
  'keys.localKey': 'Schlüssel auf diesem Computer',
  'keys.notExported': 'gpg hat den öffentlichen Schlüssel {fingerprint} nicht exportiert.',
  'keys.notFoundHere':
    'Dieser Schlüssel gehört nicht zu den auf diesem Computer gefundenen Schlüsseln.',
  'keys.notOnePublicKey':
    'Muss genau einen öffentlichen Schlüssel enthalten. Es wurde nichts gesendet.',
  'keys.nothingToDo': 'Sie müssen nichts tun.',
  'keys.onAnotherAccount':
    'Ein anderes Konto hat diesen Schlüssel. Nicht alle hier angemeldeten Konten konnten geprüft werden.',
  'keys.partExpires': 'läuft am {date, date, medium} ab',
  'keys.partName': 'neuer Name {name}',
  'keys.partNameRevoked': 'Name {name} widerrufen',
  'keys.partNoExpiry': 'kein Ablaufdatum',
  'keys.partRevoked': 'Schlüssel widerrufen',
  'keys.partSubkey': 'neuer Unterschlüssel {keyId}',
  'keys.partSubkeyExpiry': 'Unterschlüssel {keyId}: {expiry}',
  'keys.partSubkeyFor': 'neuer Unterschlüssel {keyId} ({uses})',
  'keys.partSubkeyRevoked': 'Unterschlüssel {keyId} widerrufen',
  'keys.reloadAndRetry':
    'Es wurde nichts gesendet. Laden Sie die Schlüssel neu und versuchen Sie es noch einmal.',
  'keys.reloadOrImport':
    'Es wurde nichts geändert. Laden Sie die Schlüssel neu oder importieren Sie diesen als neuen Schlüssel.',
  'keys.removeThere':
    'Ein Schlüssel kann nur zu einem Konto gehören. Entfernen Sie ihn dort oder erstellen Sie einen neuen.',
  'keys.scanAgain': 'Laden Sie die Schlüssel neu oder wählen Sie die Datei erneut aus.',
  'keys.secretTitle': 'Der Titel sieht wie ein privater Schlüssel aus. Es wurde nichts gesendet.',
  'keys.secretTitleField': 'sieht wie ein privater Schlüssel aus',
  'keys.sshElsewhere':
    '{isSender, select, true {Ihr eigenes Konto hat diesen Schlüssel als „{title}“.} other {Ein anderes hier angemeldetes Konto hat diesen Schlüssel als „{title}“.}}',
  'keys.sshOfSomeoneElse':
    'Ein anderes Konto, das hier nicht angemeldet ist, hat diesen Schlüssel, oder er ist ein Deploy-Schlüssel.',
  'keys.sshOnAccount':
    '{isOwn, select, true {Dieser Schlüssel ist bereits als „{title}“ in diesem Konto.} other {Dieser Schlüssel ist bereits als „{title}“ im Konto dieses Benutzers.}}',
  'keys.systemAgent': 'SSH-Agent',
  'keys.unexpected': 'In Latchkey ist ein Fehler aufgetreten.',
  'keys.unreadableGpgKey':
    'Die Kopie dieses Schlüssels in GitLab ist nicht lesbar und könnte daher nicht wieder hinzugefügt werden.',
  'keys.unreadableSshKey':
    'Die Kopie des Schlüssels „{title}“ in GitLab ist nicht lesbar und könnte daher nicht wieder hinzugefügt werden.',
  'keys.waitForChange':
    'Warten Sie, bis das abgeschlossen ist, und laden Sie die Schlüssel dann neu.',
  'keys.weakDsa':
    'DSA ist nicht mehr sicher und wird von OpenSSH nicht mehr unterstützt. Erstellen Sie einen neuen Schlüssel.',
  'keys.weakRsa':
    'RSA-Schlüssel mit {bits} Bit können geknackt werden. Verwenden Sie mindestens 2048 Bit.',
}
