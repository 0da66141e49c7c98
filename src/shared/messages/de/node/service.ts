import type { service as english } from '../../en/node/service.ts'

export const service: Record<keyof typeof english, string> = {
  'service.accountRefused': 'Dieses Konto kann sich nicht bei {host} anmelden.',
  'service.accountRefusedWithText': 'Dieses Konto kann sich nicht bei {host} anmelden: {text}',
  'service.addPermission':
    'Fügen Sie dem Token in GitLab das Recht hinzu oder verwenden Sie ein Token, das es hat.',
  'service.adminModeRequired':
    '{host} verlangt dafür den Admin-Modus. Ersetzen Sie das Token durch eines, das auch diese Berechtigung hat.',
  'service.addressNotTheirs':
    'Diese Instanz akzeptiert nur die weiteren Adressen des Benutzers. Fügen Sie die Adresse zuerst zu den E-Mail-Adressen des Benutzers hinzu.',
  'service.addressTaken':
    '{error}. Die Adresse gehört zu einem anderen Konto oder wartet dort auf Bestätigung.',
  'service.answerBroken':
    'Die Verbindung zu {host} ist abgebrochen, bevor die Antwort vollständig war.',
  'service.broke': '{host} hat einen Fehler zurückgegeben ({status}).',
  'service.brokeWithText': '{host} hat einen Fehler zurückgegeben: {text}',
  'service.changedMeanwhile':
    'Die Daten wurden inzwischen geändert. Laden Sie sie neu, bevor Sie entscheiden.',
  'service.checkConnection':
    'Prüfen Sie die URL und Ihre Verbindung und versuchen Sie es dann erneut.',
  'service.checkState': 'Prüfen Sie den aktuellen Stand, bevor Sie es erneut versuchen.',
  'service.checkThenDecide': 'Prüfen Sie den aktuellen Stand und entscheiden Sie dann.',
  'service.checkToken':
    'Prüfen Sie, ob es vollständig ist und zu dieser Instanz gehört, oder erstellen Sie ein neues.',
  'service.checkUrl':
    'Möglicherweise ist das eine Anmeldeseite, oder GitLab liegt in einem anderen Unterordner. Prüfen Sie die URL.',
  'service.connectionLost': 'Die Verbindung zu {host} ist abgebrochen, bevor eine Antwort kam.',
  'service.correct': 'Korrigieren Sie die Angabe und versuchen Sie es erneut.',
  'service.dpopHint':
    'Ein anderes Token hilft nicht. Schalten Sie DPoP auf GitLabs Seite für persönliche Zugriffstoken aus oder fragen Sie Ihren Administrator.',
  'service.dpopRequired':
    '{host} akzeptiert Token dieses Kontos nur mit einem DPoP-Nachweis, den Latchkey nicht senden kann.',
  'service.failed': '{task} {cause}',
  'service.fieldProblem': '{field} {problem}',
  'service.foreignPage': '{host} hat als nächste Seite eine aus einer anderen Liste angegeben.',
  'service.gaveUp': '{host} hat die Anfrage abgebrochen ({status}).',
  'service.hostNotFound': 'Der Host {host} wurde nicht gefunden.',
  'service.hostSaid': '{host} hat dieses Token abgelehnt: {text}',
  'service.lacksAdminMode': 'Diesem Token fehlt die Berechtigung admin_mode.',
  'service.lacksNamedPermission': 'Diesem Token fehlt ein Recht: {permission}',
  'service.lacksPermission': 'Diesem Token fehlt ein Recht.',
  'service.lacksScope':
    '{count, plural, =0 {Dem Token für {host} fehlen die erforderlichen Berechtigungen.} one {Dem Token für {host} fehlt die Berechtigung {scopes}.} other {Das Token für {host} benötigt eine dieser Berechtigungen: {scopes}.}}',
  'service.listUnusable':
    'Es wird nichts angezeigt, weil die Liste unvollständig wäre. Versuchen Sie es später erneut.',
  'service.loginInFront':
    'Vor GitLab liegt eine Anmeldeseite (Single Sign-on, VPN) oder ein Proxy. Verbinden Sie sich zuerst dort oder fragen Sie den Administrator der Instanz. Geben Sie Ihr Token dort nie ein.',
  'service.lostServer': '{host} hat die Verbindung zu seinem Server verloren ({status}).',
  'service.mayBeRemoved':
    'Möglicherweise wurde das Gesuchte entfernt. Laden Sie neu, um das zu prüfen.',
  'service.noPermission': 'Dieses Konto hat nicht die nötigen Rechte.',
  'service.noWholeAnswer': '{host} hat keine vollständige Antwort gesendet.',
  'service.notAllowed': '{host} erlaubt das nicht.',
  'service.notCached': 'Das wurde auf diesem Computer noch nicht geladen.',
  'service.notGitlab':
    'Prüfen Sie die GitLab-URL und ob ein Proxy oder eine Anmeldeseite dazwischenliegt.',
  'service.notSent':
    '{host} hat auf eine frühere Änderung nicht rechtzeitig geantwortet, daher wurde diese nicht gesendet.',
  'service.oneRequired': 'Eine dieser Angaben ist erforderlich: {fields}',
  'service.outcomeUnknown': '{cause} Es ist nicht bekannt, ob die Änderung vorgenommen wurde.',
  'service.problems': '{problems}.',
  'service.rateLimited': '{host}: Anfragelimit erreicht.',
  'service.redirect':
    '{host} wollte Latchkey an eine andere Adresse weiterleiten. Das wurde blockiert.',
  'service.redirectTo': '{host} wollte Latchkey an {to} weiterleiten. Das wurde blockiert.',
  'service.refused': '{host} hat dies abgelehnt ({status}).',
  'service.replaceToken': 'Erstellen Sie dort ein neues Token und ersetzen Sie dieses.',
  'service.replaceWithScope':
    'Erstellen Sie ein Token mit dieser Berechtigung und ersetzen Sie dieses.',
  'service.retriesAutomatically': 'Latchkey versucht es automatisch erneut.',
  'service.said': '{problems}',
  'service.secretMissing': '{host} hat den geheimen Wert nicht zurückgegeben.',
  'service.sentBrokenJson': '{host} hat unvollständiges oder fehlerhaftes JSON gesendet.',
  'service.sentForeignRefusal': '{host} hat einen Fehler gesendet, der nicht von GitLab stammt.',
  'service.sentNoJson': '{host} hat etwas gesendet, das kein JSON ist.',
  'service.sentNoList': '{host} hat etwas gesendet, das keine Liste ist.',
  'service.sentNothing': '{host} hat eine leere Antwort gesendet.',
  'service.sentTooDeep': '{host} hat zu tief verschachtelte Daten gesendet.',
  'service.sentTooLarge': '{host} hat mehr als {megabytes, number} MB gesendet.',
  'service.sentTooMany': '{host} hat weit mehr Einträge gesendet, als eine Seite hat.',
  'service.sentTooMuch': '{host} hat weit mehr Daten gesendet als erwartet.',
  'service.sentUnexpected': '{host} hat unerwartete Daten gesendet.',
  'service.sentUnexpectedStatus': '{host} hat eine unerwartete Antwort gesendet ({status}).',
  'service.sentUnreadable': '{host} hat eine unlesbare Antwort gesendet.',
  'service.sentWebPage': '{host} hat eine Webseite statt Daten gesendet.',
  'service.serverProblem': 'Das Problem liegt beim Server. Versuchen Sie es später erneut.',
  'service.signInOnWeb':
    'Melden Sie sich dort im Browser an oder fragen Sie den Administrator der Instanz.',
  'service.slow':
    'Versuchen Sie es erneut. Wenn das Problem weiterhin auftritt, ist möglicherweise der Server überlastet oder Ihre Verbindung langsam.',
  'service.stillWaiting': 'GitLab antwortet noch immer nicht.',
  'service.takenByUser': 'Wird bereits von einem anderen Benutzer verwendet.',
  'service.tellAdministrator':
    'Es wurde nichts dorthin gesendet. Wenden Sie sich an den Administrator der Instanz.',
  'service.tokenExpired': 'Das Token für {host} ist abgelaufen.',
  'service.tokenRevoked': 'Das Token für {host} wurde widerrufen.',
  'service.tokenUnknown': '{host} kennt dieses Token nicht.',
  'service.tooSlow': '{host} hat nicht rechtzeitig geantwortet.',
  'service.tooSlowToFinish': '{host} hat die Antwort nicht rechtzeitig abgeschlossen.',
  'service.unreachable': '{host} ist nicht erreichbar.',
  'service.useHttps': 'Diese Instanz verwendet https. Melden Sie sich mit {url} an.',
  'service.valueRefused': 'GitLab hat möglicherweise diesen Wert abgelehnt: {reason}',
  'service.waitAndRetry': 'Warten Sie einen Moment und versuchen Sie es dann erneut.',
  'service.withStatus': '{cause} Der Status war {status}.',
}
