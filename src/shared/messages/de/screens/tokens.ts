import type { tokens as english } from '../../en/screens/tokens.ts'

export const tokens: Record<keyof typeof english, string> = {
  'tokens.agentIdHint':
    'Die ID des Agents, der den Cluster verbindet, aus der Agent-Liste des Projekts.',
  'tokens.allOnWeb': 'Alle Ihre Token im Web',
  'tokens.chooseDate': 'Wählen Sie ein Datum oder eine andere Option aus.',
  'tokens.chooseLaterDate': 'Wählen Sie ein Datum nach dem heutigen Tag aus.',
  'tokens.clearClipboard': 'Zwischenablage leeren',
  'tokens.cleared': '{secret} aus der Zwischenablage gelöscht.',
  'tokens.clipboardCleared': 'Zwischenablage geleert.',
  'tokens.clipboardNotCleared':
    'Die Zwischenablage konnte nicht geleert werden. Kopieren Sie etwas anderes, um den Inhalt zu ersetzen.',
  'tokens.close': 'Schließen, ohne zu kopieren',
  'tokens.closeText':
    '{secret} wurde nicht kopiert und kann nicht erneut angezeigt werden. Sie müssten es neu erstellen.',
  'tokens.closeTitle': 'Schließen, ohne zu kopieren?',
  'tokens.clusterHint': 'Ein beliebiger Name für den Cluster. Er kommt viermal vor.',
  'tokens.copied':
    '{secret} kopiert. Wird in {seconds, plural, one {# Sekunde} other {# Sekunden}} aus der Zwischenablage gelöscht.',
  'tokens.copiedInPage':
    '{secret} kopiert. Wird in {seconds, plural, one {# Sekunde} other {# Sekunden}} aus der Zwischenablage gelöscht, kann aber in einem Verlauf der Zwischenablage bleiben.',
  'tokens.copyFailed':
    '{secret} konnte nicht kopiert werden. Lassen Sie den Wert anzeigen, markieren und kopieren Sie ihn.',
  'tokens.copySecret': '{secret} kopieren',
  'tokens.create': 'Token erstellen',
  'tokens.created': '{name} erstellt.',
  'tokens.createdAt': 'Erstellt: {moment}',
  'tokens.createdExpires': '{name} erstellt. Läuft am {date} um 00:00 UTC ab.',
  'tokens.createdHere': 'In Latchkey erstellt',
  'tokens.createdHereHint':
    'Latchkey listet Ihre anderen Token noch nicht auf. Hier erstellte bleiben aufgeführt, auch nachdem sie widerrufen wurden.',
  'tokens.createdNeverExpires': '{name} erstellt. Läuft nicht ab.',
  'tokens.description': 'Beschreibung',
  'tokens.descriptionHint': 'Wird in GitLab gespeichert.',
  'tokens.descriptionOptional': 'Beschreibung (optional)',
  'tokens.descriptionPlaceholder': 'Wofür es verwendet wird',
  'tokens.empty': 'Noch keine Token',
  'tokens.emptyHint':
    'Token, die Sie erstellen, erscheinen hier, mit einer Warnung, bevor sie ablaufen.',
  'tokens.expired': 'Abgelaufen am {date}',
  'tokens.expires': 'Läuft ab',
  'tokens.expiresAt': 'Läuft am {date} um 00:00 UTC ab.',
  'tokens.expiryDate': 'Ablaufdatum',
  'tokens.hidden': 'verborgen',
  'tokens.hideSecret': '{secret} verbergen',
  'tokens.id': 'ID {id}',
  'tokens.in1Year': '1 Jahr',
  'tokens.in90Days': '90 Tage',
  'tokens.inClipboard':
    '{secret} befindet sich in der Zwischenablage, die in {seconds} s geleert wird.',
  'tokens.k8sProxyHint':
    'Über GitLab auf Ihre Kubernetes-Cluster zugreifen, zum Beispiel mit kubectl.',
  'tokens.keepExpiry': '{expiry} behalten',
  'tokens.kubeconfig': 'Kubeconfig',
  'tokens.lead': 'Zugriff auf Kubernetes über GitLab (k8s_proxy).',
  'tokens.name': 'Name',
  'tokens.nameHint': 'Erscheint in Ihrer Token-Liste im Web.',
  'tokens.namePlaceholder': 'kubectl auf meinem Laptop',
  'tokens.nameRequired': 'Geben Sie einen Namen ein.',
  'tokens.neverExpires': 'Läuft nicht ab',
  'tokens.newToken': 'Neues Token',
  'tokens.noDate': 'Von GitLab festgelegt',
  'tokens.noDateHint':
    'GitLab legt das Datum fest, möglicherweise das Ende des heutigen Tages. Die Liste unten zeigt es an.',
  'tokens.noExpiry': 'Kein Ablaufdatum',
  'tokens.notCleared': '{secret} ist eventuell noch in der Zwischenablage.',
  'tokens.onDate': 'Datum',
  'tokens.ready': 'Token {name} ist bereit. Latchkey speichert den geheimen Wert nicht.',
  'tokens.remove': 'Aus dieser Liste entfernen',
  'tokens.removeConfirm': 'Aus Liste entfernen',
  'tokens.removeNamed': '{name} aus dieser Liste entfernen',
  'tokens.removeText':
    'Latchkey warnt Sie nicht mehr, bevor es abläuft. Das Token (ID {id}) bleibt gültig, bis Sie es im Web widerrufen.',
  'tokens.removeTitle': '{name} aus dieser Liste entfernen?',
  'tokens.removed': '{name} aus der Liste entfernt.',
  'tokens.revoke': 'Token widerrufen',
  'tokens.revokeText':
    'ID {id} · {used}. Es funktioniert sofort nicht mehr, wo auch immer es verwendet wird, und bleibt als inaktiv in der Liste. Das kann nicht rückgängig gemacht werden.',
  'tokens.revokeTitle': 'Token „{name}“ widerrufen?',
  'tokens.revoked': '{name} widerrufen.',
  'tokens.revokedBefore': '{name} existiert nicht mehr.',
  'tokens.scopes': 'Berechtigungen',
  'tokens.scopesRequired': 'Wählen Sie mindestens eine Berechtigung aus.',
  'tokens.secretHint':
    'Wird nur einmal angezeigt. Kopieren Sie den Wert und bewahren Sie ihn sicher auf.',
  'tokens.selfRotateHint': 'Das Token darf sich vor dem Ablauf selbst durch ein neues ersetzen.',
  'tokens.selfRotateUnavailable': 'self_rotate ist in dieser GitLab-Version nicht verfügbar.',
  'tokens.serverHint':
    'Die URL des Kubernetes-Proxys der Instanz, die auf {path} endet. GitLab zeigt sie an, wenn Sie einen Agent registrieren.',
  'tokens.showSecret': '{secret} anzeigen',
  'tokens.title': 'Token',
  'tokens.token': 'Token',
  'tokens.validUntil': 'Läuft am {date} um 00:00 UTC ab',
}
