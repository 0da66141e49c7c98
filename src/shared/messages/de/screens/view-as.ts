import type { viewAs as english } from '../../en/screens/view-as.ts'

export const viewAs: Record<keyof typeof english, string> = {
  'viewAs.activeToday':
    'GitLab wertet das Ansehen als @{username} als heutige Aktivität dieses Benutzers. Die letzte Aktivität ist bereits von heute, das Datum ändert sich also nicht.',
  'viewAs.activityChanges':
    'GitLab wertet das Ansehen als @{username} als heutige Aktivität dieses Benutzers: Die letzte Aktivität ändert sich vom {day} auf heute.',
  'viewAs.activityChangesFromNever':
    'GitLab wertet das Ansehen als @{username} als heutige Aktivität dieses Benutzers: Die letzte Aktivität ändert sich von „nie“ auf heute.',
  'viewAs.banner': 'Ansehen als anderer Benutzer',
  'viewAs.changedFrom':
    'Letzte Aktivität: {before}; durch das Ansehen als dieser Benutzer geändert auf {day}.',
  'viewAs.changedFromNever': 'Nie aktiv; durch das Ansehen als dieser Benutzer geändert auf {day}.',
  'viewAs.changedNote': 'Letzte Aktivität durch Ansehen geändert',
  'viewAs.confirm': 'Ansehen',
  'viewAs.countsAsActivity':
    'GitLab wertet das Ansehen als @{username} als heutige Aktivität dieses Benutzers.',
  'viewAs.lead': 'Das Konto, wie GitLab es diesem Benutzer zeigt.',
  'viewAs.needsAdministrator':
    'Nur Administratoren können mit „Ansehen als“ einen anderen Benutzer ansehen, mit einem persönlichen Zugriffstoken oder OAuth.',
  'viewAs.needsSudo':
    'Für „Ansehen als“ braucht das Token eines Administrators außerdem die Berechtigung sudo.',
  'viewAs.noDeactivation':
    'GitLab lehnt es eventuell bis zum {day} ab, den Benutzer zu deaktivieren.',
  'viewAs.noSuchUser': 'Es gibt keinen Benutzer mit dieser ID.',
  'viewAs.readOnly': 'In dieser Ansicht können Sie nichts ändern.',
  'viewAs.recorded': 'Das wird im Audit-Log festgehalten.',
  'viewAs.staysDormant':
    'Für Latchkey gilt der Benutzer weiterhin als inaktiv, aber GitLab lehnt es eventuell {days} Tage lang ab, ihn zu deaktivieren.',
  'viewAs.stop': 'Beenden',
  'viewAs.title': 'Ansehen als Benutzer',
  'viewAs.titleFor': 'Ansehen als @{username}?',
  'viewAs.userById': 'Benutzer {id}',
  'viewAs.userCannotSignIn':
    'Dieser Benutzer kann sich nicht anmelden, daher ist „Ansehen als“ nicht möglich.',
  'viewAs.viewing': '{viewer} sieht, was {user} sieht.',
}
