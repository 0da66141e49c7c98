import type { figures as english } from '../../en/shell/figures.ts'

export const figures: Record<keyof typeof english, string> = {
  'figures.admins': 'Alle Administratoren, auch gesperrte.',
  'figures.banned': 'Benutzer im Status „Verbannt“.',
  'figures.blocked':
    'Von einem Administrator oder durch LDAP gesperrt. Verbannte und wartende Benutzer zählen nicht.',
  'figures.bots': 'Alle Bots, auch die von Projekten und Gruppen.',
  'figures.everyone': 'Alle Benutzer dieser Instanz, auch Bots und gesperrte Benutzer.',
  'figures.external': 'Alle externen Benutzer, auch gesperrte.',
  'figures.inactive':
    'Aktive Personen ohne Aktivität seit mindestens {days, number} Tagen. Wer nie aktiv war, zählt ab der Erstellung. Bots zählen nicht.',
  'figures.locked':
    'Benutzer, die sich nach zu vielen Fehlversuchen vorerst nicht anmelden können, in jedem Status.',
  'figures.new': 'In den letzten 7 Tagen erstellt, in jedem Status.',
  'figures.noTwoFactor':
    'Aktive Personen ohne Zwei-Faktor-Authentifizierung. Gesperrte Benutzer und Bots zählen nicht.',
  'figures.pending': 'Benutzer im Status „Genehmigung ausstehend“.',
}
