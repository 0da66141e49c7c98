import type { network as english } from '../../en/node/network.ts'

export const network: Record<keyof typeof english, string> = {
  'network.addAuthority':
    'Es wurde nichts gesendet. Fügen Sie die Zertifizierungsstelle zum Zertifikatspeicher Ihres Systems hinzu oder wählen Sie ihr Zertifikat für diese Instanz.',
  'network.askAdministrator':
    'Es wurde nichts gesendet. Wenden Sie sich an den Administrator der Instanz.',
  'network.askForCertificate':
    'Bitten Sie den Administrator um eines und fügen Sie es zum Zertifikatspeicher Ihres Systems hinzu. Client-Zertifikate funktionieren nur in der Desktop-App.',
  'network.certificateDateInvalid':
    '{host} hat ein Zertifikat, das abgelaufen oder noch nicht gültig ist.',
  'network.certificateExpired': '{host} hat ein abgelaufenes Zertifikat.',
  'network.certificateInvalid': '{host} hat ein ungültiges Zertifikat.',
  'network.certificateNotYetValid': '{host} hat ein Zertifikat, das noch nicht gültig ist.',
  'network.certificateOption': '{subject}, ausgestellt von {issuer}, gültig bis {date}',
  'network.certificateOptionUndated': '{subject}, ausgestellt von {issuer}, Ablaufdatum unbekannt',
  'network.certificateOtherName': '{host} hat ein Zertifikat für einen anderen Hostnamen.',
  'network.certificateRevoked': '{host} hat ein widerrufenes Zertifikat.',
  'network.certificateSelfSigned': '{host} hat ein selbstsigniertes Zertifikat.',
  'network.certificateUnchecked':
    'Es konnte nicht geprüft werden, ob das Zertifikat von {host} widerrufen wurde.',
  'network.certificateUnknownAuthority':
    '{host} hat ein Zertifikat von einer Zertifizierungsstelle, der dieser Computer nicht vertraut.',
  'network.certificateWeak': '{host} hat ein zu schwaches Zertifikat.',
  'network.checkDate':
    'Es wurde nichts gesendet. Prüfen Sie das Datum dieses Computers oder wenden Sie sich an den Administrator der Instanz.',
  'network.checkHostName':
    'Es wurde nichts gesendet. Prüfen Sie die URL, denn die Instanz hat möglicherweise einen anderen Hostnamen.',
  'network.checkPort':
    'Prüfen Sie die URL. Möglicherweise ist http:// oder ein anderer Port nötig.',
  'network.checkProxy':
    'Prüfen Sie den Proxy in den Systemeinstellungen oder die Variablen http_proxy und https_proxy.',
  'network.checkProxyVariable': 'Prüfen Sie den Proxy in der Variablen {variable}.',
  'network.chooseAgain': 'Wählen Sie die Datei erneut aus.',
  'network.chooseAuthority':
    'Wählen Sie das Zertifikat der Zertifizierungsstelle, die das Zertifikat Ihrer Instanz signiert hat.',
  'network.chooseCertificate': 'Wählen Sie ein Client-Zertifikat, um sich auszuweisen.',
  'network.chooseIssuer': 'Wählen Sie das Zertifikat dieser Zertifizierungsstelle.',
  'network.clientCertificate': '{host} verlangt ein Client-Zertifikat.',
  'network.compareFingerprint':
    'Es wurde nichts gesendet. Wenn Sie dieses Zertifikat von Ihrem Administrator bekommen haben, vergleichen Sie den Fingerabdruck und wählen Sie es für diese Instanz.',
  'network.connectionThroughProxyLost':
    'Die Verbindung zu {host} über den Proxy Ihres Netzwerks ist abgebrochen.',
  'network.copyUrl': 'Kopieren Sie sie aus dem Browser, zum Beispiel https://gitlab.example.com.',
  'network.credentialsInUrl': 'Die URL enthält einen Benutzernamen oder ein Passwort.',
  'network.credentialsInUrlField': 'darf keinen Benutzernamen und kein Passwort enthalten',
  'network.enterUrl': 'Geben Sie die GitLab-URL ein.',
  'network.fileChanged': 'Das Zertifikat ist nicht mehr in dieser Datei.',
  'network.handshakeBroken': 'Die TLS-Verbindung zu {host} ist fehlgeschlagen.',
  'network.handshakeRefused':
    '{host} hat die TLS-Verbindung abgelehnt. Möglicherweise wird kein sicheres Verschlüsselungsverfahren unterstützt oder ein Client-Zertifikat verlangt.',
  'network.inspectedTraffic':
    'Möglicherweise untersucht eine Firewall oder ein Proxy den Datenverkehr. Wenden Sie sich an Ihren Netzwerkadministrator.',
  'network.manyCertificates':
    '{count, plural, one {Diese Datei enthält # Zertifikat.} other {Diese Datei enthält # Zertifikate.}}',
  'network.namedProxyPassword':
    'Der Proxy {proxy} verlangt Benutzername und Passwort für die Verbindung zu {host}.',
  'network.noCertificate': 'Diese Datei enthält kein Zertifikat.',
  'network.noClientCertificate': 'Kein Zertifikat',
  'network.noTls': '{host} verwendet auf diesem Port kein TLS.',
  'network.noUrl': '„{text}“ ist keine URL.',
  'network.noUrlField': 'ist keine URL wie https://gitlab.example.com',
  'network.noWebAddress': '„{text}“ ist keine Webadresse.',
  'network.notEncrypted': '{origin} ist nicht verschlüsselt und hat daher kein Zertifikat.',
  'network.notRoot': 'Dieses Zertifikat wurde von einem anderen signiert: {issuer}.',
  'network.oldTls':
    '{host} unterstützt nur TLS-Versionen oder Verschlüsselungsverfahren, die nicht mehr sicher sind.',
  'network.pemOrDer':
    'Wählen Sie eine PEM-Datei, die mit „-----BEGIN CERTIFICATE-----“ beginnt, oder eine DER-Datei (.crt, .cer).',
  'network.privateKey': 'Diese Datei enthält einen privaten Schlüssel.',
  'network.privateKeyHint':
    'Wählen Sie eine Datei, die nur das Zertifikat enthält. Der private Schlüssel bleibt auf dem Server.',
  'network.proxyBlocked': 'Der Proxy Ihres Netzwerks hat die Verbindung zu {host} blockiert.',
  'network.proxyBlockedHint': 'Bitten Sie Ihren Netzwerkadministrator, sie zu erlauben.',
  'network.proxyBroken':
    'Der Proxy Ihres Netzwerks hat bei der Verbindung zu {host} nicht wie ein Proxy geantwortet.',
  'network.proxyInvalid': 'Die Variable {variable} ist keine Proxy-URL.',
  'network.proxyInvalidHint':
    'Es wurde nichts gesendet. Verwenden Sie http://name:password@proxy:port und kodieren Sie # / @ und andere Sonderzeichen im Passwort mit Prozentzeichen (%23 für #).',
  'network.proxyNoConnection':
    'Der Proxy Ihres Netzwerks konnte keine Verbindung zu {host} herstellen.',
  'network.proxyNoConnectionHint':
    'Prüfen Sie die GitLab-URL und fragen Sie dann Ihren Netzwerkadministrator.',
  'network.proxyPassword':
    'Der Proxy Ihres Netzwerks verlangt Benutzername und Passwort für die Verbindung zu {host}.',
  'network.proxyPasswordHint':
    'Es wurde nichts gesendet. Setzen Sie https_proxy auf http://name:password@proxy:port, bevor Sie Latchkey starten, oder bitten Sie Ihren Netzwerkadministrator um Zugang ohne Passwort.',
  'network.proxyUnreachable':
    'Der Proxy Ihres Netzwerks ist für die Verbindung zu {host} nicht erreichbar.',
  'network.proxyUnsupported':
    'Der Proxy in {variable} ist von einer Art, die Latchkey nicht unterstützt.',
  'network.proxyUnsupportedHint':
    'Es wurde nichts gesendet. Verwenden Sie einen HTTP- oder SOCKS5-Proxy.',
  'network.revocationUnchecked':
    'Es wurde nichts gesendet. Möglicherweise blockiert eine Firewall die Prüfung. Wenden Sie sich an den Administrator der Instanz.',
  'network.revokedHint':
    'Es wurde nichts gesendet. Möglicherweise hat jemand anderes den Schlüssel des Zertifikats. Wenden Sie sich an den Administrator der Instanz, bevor Sie fortfahren.',
  'network.server': 'Der Server',
  'network.useHttps': 'Verwenden Sie eine URL, die mit https:// beginnt.',
  'network.useHttpsField': 'muss mit https:// beginnen',
}
