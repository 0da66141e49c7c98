import type { damagedFile as english } from '../../en/screens/damaged-file.ts'

export const damagedFile: Record<keyof typeof english, string> = {
  'damagedFile.dismiss': 'Diesen Hinweis ausblenden',
  'damagedFile.kept':
    'Die beschädigte Datei bleibt erhalten: {path}. {command} kann sie vielleicht noch lesen.',
  'damagedFile.onboarding':
    'Die Datei mit den Durchläufen neuer Benutzer war beschädigt, als Latchkey sie öffnete ({when}).',
  'damagedFile.onboardingHint':
    'Der nächste Durchlauf prüft zuerst, welche seiner Benutzer es in GitLab schon gibt.',
  'damagedFile.queue':
    'Die Datei mit Warteschlange und Audit-Log war beschädigt, als Latchkey gestartet wurde ({when}). Eine neue Warteschlange wurde angelegt.',
  'damagedFile.queueHint':
    'Ausstehende Aktionen sind nicht mehr eingereiht. Prüfen Sie die betroffenen Benutzer. Falls Einträge des Audit-Logs noch lesbar sind, liegen sie als CSV-Datei mit dem Zusatz „unverified“ vor.',
  'damagedFile.title': 'Beschädigte Datei',
}
