import type { recovery as english } from '../../en/screens/recovery.ts'

export const recovery: Record<keyof typeof english, string> = {
  'recovery.check': 'Vergleichen Sie die Listen mit den Aktionen, die Sie eingereiht haben.',
  'recovery.checkPaused':
    'Die Warteschlange ist angehalten. Prüfen Sie die Listen und setzen Sie dann die Warteschlange fort.',
  'recovery.damage': 'Die Datei der Warteschlange war beschädigt',
  'recovery.damaged': '{damage}, als Latchkey gestartet wurde ({when}).',
  'recovery.dismiss': 'Diesen Hinweis ausblenden',
  'recovery.file': 'Die vorgefundene Datei: {path}',
  'recovery.lost':
    'Einige Einträge konnten nicht gelesen werden, und erledigte Aktionen werden eventuell als ausstehend aufgeführt.',
  'recovery.missing':
    '{count, plural, one {# Aktion fehlt} other {# Aktionen fehlen}} in der Warteschlange.',
  'recovery.missingAction': '{action}: @{username} (zuvor: {state})',
  'recovery.missingActions': 'Fehlende Aktionen',
  'recovery.missingHint':
    'Ein Teil der Datei der Warteschlange fehlte, als Latchkey gestartet wurde ({when}).',
  'recovery.recovered': 'Alle lesbaren Einträge wurden wiederhergestellt.',
  'recovery.recoveredRows':
    '{count, plural, one {# Eintrag} other {# Einträge}} der Warteschlange und des Audit-Logs wiederhergestellt.',
  'recovery.title': 'Wiederhergestellte Warteschlange',
}
