import type { onboarding as english } from '../../en/node/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.alreadyExisted': 'Der Benutzer existierte schon, bevor diese Zeile gesendet wurde.',
  'onboarding.changed':
    '{ready, plural, one {Jetzt ist # Zeile bereit} other {Jetzt sind # Zeilen bereit}}, nicht {expected, number}.',
  'onboarding.changedHint': 'Prüfen Sie die Zeilen noch einmal und starten Sie dann.',
  'onboarding.deletedAlready': 'Der Benutzer existiert nicht mehr.',
  'onboarding.emailedLink': 'GitLab hat einen Link zum Festlegen des Passworts per E-Mail gesendet',
  'onboarding.emailHidden':
    'Ob @{username} angelegt wurde, lässt sich nicht feststellen: GitLab zeigt die E-Mail-Adresse nicht an.',
  'onboarding.emailHiddenHint':
    'Verwenden Sie ein Token mit der Berechtigung admin_mode und setzen Sie dann fort.',
  'onboarding.gone': 'Diesen Durchlauf gibt es nicht mehr.',
  'onboarding.goneHint': 'Laden Sie die Liste der Durchläufe neu.',
  'onboarding.ignored': 'Von GitLab ignoriert: {fields}',
  'onboarding.inOtherRun': '{field} kommt in einem noch nicht beendeten Durchlauf vor',
  'onboarding.invalidEmail': 'E-Mail-Adresse ist ungültig',
  'onboarding.invalidUsername':
    'Benutzername darf nur Buchstaben, Ziffern, „_“, „-“ und „.“ enthalten und weder mit „-“ beginnen noch mit „.“, „.git“ oder „.atom“ enden',
  'onboarding.missing': '{field} fehlt',
  'onboarding.noRows': 'Es gibt keine Zeilen.',
  'onboarding.noText': 'Das ist keine Textdatei.',
  'onboarding.notANumber': '{field} ist keine ganze Zahl',
  'onboarding.notEnded': 'Der Durchlauf ist noch nicht beendet.',
  'onboarding.notEndedHint': 'Brechen Sie ihn zuerst ab.',
  'onboarding.notSaved': 'Der Durchlauf konnte auf diesem Computer nicht gespeichert werden.',
  'onboarding.notSavedHint':
    'Prüfen Sie, ob noch Speicherplatz frei und der Datenordner beschreibbar ist, und versuchen Sie es dann erneut.',
  'onboarding.notSentByRun': 'Der Lauf hat den Benutzer nicht angelegt; er bleibt.',
  'onboarding.notYesOrNo': '{field} muss „yes“ oder „no“ sein',
  'onboarding.oneColumn': 'Jede Zeile hat nur eine Zelle.',
  'onboarding.openQuote': 'Ein Anführungszeichen in Zeile {line, number} wird nicht geschlossen.',
  'onboarding.otherDomain': 'E-Mail-Adresse gehört zu keiner erlaubten Domain',
  'onboarding.otherWidth':
    'Hat {count, plural, one {# Zelle} other {# Zellen}} statt {expected, number}',
  'onboarding.repeated': '{field} kommt auch in Zeile {line, number} vor',
  'onboarding.reservedExtension':
    'Benutzername kann nicht auf die Dateiendung „.{extension}“ enden',
  'onboarding.reservedUsername': 'Benutzername ist von GitLab reserviert',
  'onboarding.result_cancelled': 'nicht angelegt',
  'onboarding.result_created': 'angelegt',
  'onboarding.result_failed': 'nicht angelegt',
  'onboarding.result_pending': 'ausstehend',
  'onboarding.result_sending': 'ausstehend',
  'onboarding.result_unknown': 'unbekannt',
  'onboarding.taken': '{field} wird bereits von @{username} verwendet',
  'onboarding.takenMeanwhile':
    'Benutzername wird bereits von einem Benutzer mit anderer E-Mail-Adresse verwendet',
  'onboarding.textAfterQuote':
    'In Zeile {line, number} steht Text nach einem schließenden Anführungszeichen.',
  'onboarding.tooLong': '{field} hat mehr als {max, number} Zeichen',
  'onboarding.tooLongCell':
    'Eine Zelle in Zeile {line, number} hat mehr als {max, number} Zeichen.',
  'onboarding.tooManyCells': 'Es sind mehr als {max, number} Zellen, leere mitgezählt.',
  'onboarding.tooManyColumns': 'Zeile {line, number} hat mehr als {max, number} Spalten.',
  'onboarding.tooManyRows': 'Es sind mehr als {max, number} Zeilen.',
  'onboarding.tooManyRowsHint':
    'Teilen Sie die Datei auf und legen Sie die Benutzer in mehreren Durchläufen an.',
  'onboarding.tooMuchHint':
    'Entfernen Sie, was für neue Benutzer nicht nötig ist, und versuchen Sie es dann erneut.',
  'onboarding.unreadableHint':
    'Verwenden Sie Zeilen mit Kommas, Semikolons oder Tabulatoren zwischen den Zellen, zum Beispiel eine CSV-Datei.',
}
