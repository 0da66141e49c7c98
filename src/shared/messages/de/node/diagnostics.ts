import type { diagnostics as english } from '../../en/node/diagnostics.ts'

export const diagnostics: Record<keyof typeof english, string> = {
  'diagnostics.accounts': 'Konten: {count}',
  'diagnostics.app':
    'Latchkey {version} ({host, select, electron {Desktop-App} other {im Browser}})',
  'diagnostics.keychain': 'Schlüsselbund: {state} ({name})',
  'diagnostics.linux':
    'Desktop: {desktop}, Display: {display}, Session-Bus: {bus, select, yes {ja} other {nein}}',
  'diagnostics.log': 'Letzte Zeilen des Logs:',
  'diagnostics.no': 'nicht vorhanden',
  'diagnostics.otherDesktop': 'anderer',
  'diagnostics.pageCrashes': 'Die Seite von Latchkey ist mehrmals abgestürzt.',
  'diagnostics.pageCrashesHint':
    'Eingereihte Aktionen und Ihre Eingaben bleiben erhalten. Siehe „Einstellungen“ → „Diagnose“ oder das Log; wo es liegt, steht in docs/troubleshooting.md.',
  'diagnostics.pageUnresponsive': 'Die Seite von Latchkey reagiert nicht.',
  'diagnostics.pageUnresponsiveHint':
    'Sie ist eventuell beschäftigt. Beim Neuladen bleiben Ihre Eingaben erhalten.',
  'diagnostics.programs': 'Programme: {programs}',
  'diagnostics.proxies': 'Proxy-Variablen: {areSet, select, yes {gesetzt} other {nicht gesetzt}}',
  'diagnostics.quit': 'Beenden',
  'diagnostics.reload': 'Neu laden',
  'diagnostics.system': 'System: {system}',
  'diagnostics.tryAgain': 'Erneut versuchen',
  'diagnostics.wait': 'Warten',
}
