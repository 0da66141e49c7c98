import type { rotation as english } from '../../en/node/rotation.ts'

export const rotation: Record<keyof typeof english, string> = {
  'rotation.busy':
    'Latchkey wartet noch darauf, dass GitLab andere Anfragen dieses Kontos beantwortet.',
  'rotation.busyHint': 'Das Token wurde nicht rotiert. Versuchen Sie es gleich noch einmal.',
  'rotation.lost':
    'Das Zugriffstoken von @{username} wurde rotiert, aber das neue ist verloren gegangen.',
  'rotation.lostHint':
    'Das bisherige Token funktioniert nicht mehr. Erstellen Sie im Web ein neues Token, geben Sie es hier ein und widerrufen Sie dort das verlorene.',
  'rotation.newToken': 'Das neue Zugriffstoken',
  'rotation.notRotated':
    '{cause} Das aktuelle Token funktioniert noch, es wurde also nicht rotiert.',
  'rotation.notRotatedHint': 'Rotieren Sie es erneut.',
  'rotation.notStarted':
    'Das Token wurde nicht rotiert, weil der Schlüsselbund das neue derzeit nicht speichern kann.',
  'rotation.quitBoth': '{tokens} {actions} {detail}',
  'rotation.quitDetail':
    '{count, plural, one {Es geht verloren, wenn Latchkey beendet wird, und das bisherige funktioniert nicht mehr.} other {Sie gehen verloren, wenn Latchkey beendet wird, und die bisherigen funktionieren nicht mehr.}} Sie können {count, plural, one {es} other {sie}} unter „Konten“ speichern.',
  'rotation.quitTitle':
    '{count, plural, one {Das neue Zugriffstoken eines Kontos ist noch nicht gespeichert.} other {Die neuen Zugriffstoken von # Konten sind noch nicht gespeichert.}}',
  'rotation.refused': 'GitLab hat das neue Token nicht akzeptiert.',
  'rotation.refusedHint':
    'Das bisherige Token funktioniert noch und wurde behalten. Widerrufen Sie das neue im Web.',
  'rotation.unavailable': 'Diese Instanz erlaubt diesem Token nicht, sich selbst zu rotieren.',
  'rotation.unavailableHint': 'Erstellen Sie im Web ein neues Token und ersetzen Sie dann dieses.',
  'rotation.uncertain': '{cause} Noch ist nicht bekannt, ob das Token rotiert wurde.',
  'rotation.uncertainHint':
    'Latchkey prüft das mit der nächsten Anfrage. Falls das neue Token verloren ist, müssen Sie im Web eines erstellen.',
}
