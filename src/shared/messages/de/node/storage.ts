import type { storage as english } from '../../en/node/storage.ts'

export const storage: Record<keyof typeof english, string> = {
  'storage.brokenLink': 'der Link verweist auf eine Datei, die nicht mehr existiert',
  'storage.databaseNewer':
    'Eine neuere Version von Latchkey hat {path} geschrieben (Format {version}; diese Version unterstützt {supported}).',
  'storage.databaseNewerHint':
    'Starten Sie die neuere Version oder verschieben Sie die Datei und starten Sie erneut.',
  'storage.databaseUnopenable': '{path} kann nicht geöffnet werden: {reason}.',
  'storage.databaseUnopenableHint':
    'Prüfen Sie, ob der Ordner beschreibbar und noch Speicherplatz frei ist, und starten Sie Latchkey dann erneut.',
  'storage.directoryNotSaved':
    'Die Benutzerliste konnte auf diesem Computer nicht gespeichert werden: {reason}.',
  'storage.directoryRemedy':
    'Geben Sie Speicherplatz frei oder geben Sie Ihrem Benutzer Schreibzugriff auf den Datenordner und versuchen Sie es dann erneut.',
  'storage.diskBroken': 'der Datenträger meldet einen Fehler',
  'storage.diskFull': 'der Datenträger ist voll',
  'storage.diskReadOnly': 'der Datenträger ist schreibgeschützt',
  'storage.entryIrregular':
    '{path} ist keine reguläre Datei. Verschieben Sie den Eintrag an einen anderen Ort und starten Sie dann erneut.',
  'storage.entryLink':
    '{path} ist ein symbolischer Link, der auf ein beliebiges Ziel verweisen könnte. Ersetzen Sie ihn durch sein Ziel oder löschen Sie ihn und starten Sie dann erneut.',
  'storage.entryOfAnother':
    '{path} gehört einem anderen Benutzer dieses Computers. Wenn der Eintrag Ihnen gehört, machen Sie Ihren Benutzer zum Eigentümer. Verschieben Sie ihn andernfalls an einen anderen Ort. Starten Sie dann erneut.',
  'storage.fileBusy': 'ein anderes Programm verwendet die Datei',
  'storage.fileInPlace': 'an der Stelle des Ordners liegt eine Datei',
  'storage.fileReadOnly': 'die Datei ist schreibgeschützt',
  'storage.fileTooLarge': 'die Datei wäre zu groß',
  'storage.fileUnopenable': 'die Datei kann nicht geöffnet werden',
  'storage.folderBelowFile':
    '{path} liegt in einer Datei statt in einem Ordner. Wählen Sie mit --data einen anderen Ordner.',
  'storage.folderBrokenLink':
    '{path} ist ein Link auf einen Ordner, der nicht mehr existiert. Wählen Sie mit --data einen anderen Ordner.',
  'storage.folderForeign':
    '{path} ist für andere Benutzer dieses Computers zugänglich und enthält Dateien, die nicht von Latchkey stammen. Wählen Sie mit --data einen leeren eigenen Ordner.',
  'storage.folderGone': 'der Ordner existiert nicht mehr',
  'storage.folderInPlace': 'an der Stelle der Datei liegt ein Ordner',
  'storage.folderInUse':
    'Latchkey läuft bereits mit dem Datenordner {path}. Schließen Sie es oder wählen Sie mit --data einen anderen Ordner.',
  'storage.folderIsFile':
    '{path} ist eine Datei, kein Ordner. Wählen Sie mit --data einen anderen Ordner.',
  'storage.folderOfAnother':
    '{path} gehört einem anderen Benutzer dieses Computers. Wählen Sie mit --data einen leeren eigenen Ordner.',
  'storage.folderOpen':
    '{path} ist für andere Benutzer dieses Computers zugänglich, und auf diesem Datenträger lässt sich das nicht ändern. Wählen Sie mit --data einen leeren eigenen Ordner.',
  'storage.folderUnusable': 'Latchkey kann seinen Datenordner nicht verwenden. {reason}',
  'storage.folderUnwritable':
    '{path} kann nicht verwendet werden: {reason}. Geben Sie Ihrem Benutzer Lese- und Schreibzugriff darauf oder wählen Sie mit --data einen anderen Ordner.',
  'storage.freeSpace': 'Schaffen Sie Speicherplatz für {folder}.',
  'storage.giveAccess': 'Geben Sie Ihrem Benutzer Lese- und Schreibzugriff auf {path}.',
  'storage.linkCircle': 'die symbolischen Links bilden eine Schleife',
  'storage.lockFailed':
    '{file} kann nicht gesperrt werden: {reason}. Wählen Sie mit --data einen Ordner auf einem lokalen Datenträger.',
  'storage.lockForeign':
    '{file} ist nicht die Sperrdatei von Latchkey. Stellen Sie sicher, dass kein Latchkey diesen Ordner verwendet, löschen Sie die Datei und starten Sie dann erneut.',
  'storage.lockIsFolder':
    '{file} ist ein Ordner, keine Datei. Verschieben Sie ihn an einen anderen Ort und starten Sie dann erneut.',
  'storage.lockTaken':
    '{file} ist durch ein anderes Programm gesperrt. Stellen Sie sicher, dass kein Latchkey diesen Ordner verwendet, löschen Sie die Datei und starten Sie dann erneut.',
  'storage.lockUnwritable':
    '{file} kann nicht zum Schreiben geöffnet werden. Geben Sie Ihrem Benutzer Lese- und Schreibzugriff darauf oder löschen Sie die Datei, wenn kein Latchkey diesen Ordner verwendet. Starten Sie dann erneut.',
  'storage.moveAway': 'Verschieben Sie {path} an einen anderen Ort.',
  'storage.nameTaken':
    '{path} hat einen Namen, den Latchkey verwendet, aber Latchkey wurde in diesem Ordner noch nie verwendet. Wählen Sie mit --data einen leeren eigenen Ordner.',
  'storage.nameTooLong': 'der Name ist zu lang',
  'storage.notRead': '{path} konnte nicht gelesen werden: {reason}.',
  'storage.notRegular': 'es ist keine reguläre Datei',
  'storage.notSaved': '{file} konnte auf diesem Computer nicht gespeichert werden: {reason}.',
  'storage.permissionDenied': 'Zugriff verweigert',
  'storage.quotaUsedUp': 'Ihr Speicherkontingent ist aufgebraucht',
  'storage.restoreLink': 'Stellen Sie das Ziel von {path} wieder her oder entfernen Sie den Link.',
  'storage.serviceUnaffected': 'Ihre Änderungen in GitLab sind nicht betroffen. {remedy}',
  'storage.systemSays': 'das System meldet {code}',
  'storage.thenRetry': '{remedy} Versuchen Sie es dann erneut.',
  'storage.tooLarge': 'die Datei ist größer als jede, die Latchkey dort schreibt',
  'storage.tooManyFiles': 'zu viele Dateien sind geöffnet',
}
