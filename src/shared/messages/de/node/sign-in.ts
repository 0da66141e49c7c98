import type { signIn as english } from '../../en/node/sign-in.ts'

export const signIn: Record<keyof typeof english, string> = {
  'signIn.accountGone': 'Dieses Konto ist nicht mehr angemeldet.',
  'signIn.accountGoneHint': 'Wählen Sie ein anderes Konto oder melden Sie sich erneut an.',
  'signIn.dataLeft':
    '@{username} ist abgemeldet, aber einige Daten des Kontos konnten nicht von diesem Computer entfernt werden.',
  'signIn.dataLeftHint':
    'Prüfen Sie, ob Speicherplatz frei ist. „Alles vergessen“ unter „Einstellungen“ → „Daten“ entfernt den Rest.',
  'signIn.insecure':
    'Die Verbindung zu {host} ist nicht verschlüsselt. Jeder im Netzwerk könnte das Token lesen.',
  'signIn.insecureField': 'ist nicht verschlüsselt',
  'signIn.insecureHint':
    'Verwenden Sie https oder bestätigen Sie, dass Sie das Token unverschlüsselt senden möchten.',
  'signIn.narrowerToken':
    'Dieses Token hat weniger Berechtigungen als das aktuelle Token von @{username}.',
  'signIn.narrowerTokenHint':
    'Ihm {count, plural, one {fehlt die Berechtigung} other {fehlen die Berechtigungen}} {scopes}.{readOnly, select, true { Es hat nur Lesezugriff.} other {}}',
  'signIn.noService': 'Unter dieser URL gibt es keine GitLab-API.',
  'signIn.noServiceHint':
    'Prüfen Sie die URL. Möglicherweise fehlt ein Unterordner oder einer ist zu viel.',
  'signIn.noToken': 'Dieser Computer hat kein Token mehr für @{username} auf {host}.',
  'signIn.noTokenHint': 'Geben Sie es erneut ein oder erstellen Sie ein neues.',
  'signIn.notRevoked': '{cause} Das Token funktioniert noch, es wurde also nicht widerrufen.',
  'signIn.otherAccount': 'Dieses Token gehört @{owner}, nicht @{username}.',
  'signIn.otherAccountField': 'gehört @{owner}',
  'signIn.otherAccountHint':
    'Fügen Sie ein Token von @{username} ein oder fügen Sie @{owner} als weiteres Konto hinzu.',
  'signIn.revocationUnknown': '{cause} Es ist nicht bekannt, ob das Token widerrufen wurde.',
  'signIn.revokeByHand':
    'Melden Sie sich ohne Widerruf ab und widerrufen Sie es auf GitLabs Seite für persönliche Zugriffstoken.',
  'signIn.revokeOnWeb':
    'Versuchen Sie es erneut, oder melden Sie sich ab und widerrufen Sie es auf GitLabs Seite für persönliche Zugriffstoken.',
  'signIn.revokeUnavailable': 'Diese Instanz lässt Latchkey sein Token nicht widerrufen.',
  'signIn.tokenLeft':
    '@{username} ist abgemeldet, aber der Schlüsselbund hat das Token nicht gelöscht.',
  'signIn.tokenLeftHint':
    'Entsperren Sie den Schlüsselbund und löschen Sie dort diese Einträge von Latchkey: {items}.',
}
