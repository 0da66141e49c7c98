export const network = {
  'network.addAuthority':
    'Nothing was sent. Add the authority to your system’s certificate store, or choose its certificate for this instance.',
  'network.askAdministrator': 'Nothing was sent. Contact the administrator of the instance.',
  'network.askForCertificate':
    'Ask the administrator for one and add it to your system’s certificate store. Client certificates work only in the desktop app.',
  'network.certificateDateInvalid': '{host} has a certificate that has expired or isn’t valid yet.',
  'network.certificateExpired': '{host} has an expired certificate.',
  'network.certificateInvalid': '{host} has an invalid certificate.',
  'network.certificateNotYetValid': '{host} has a certificate that isn’t valid yet.',
  'network.certificateOption': '{subject}, issued by {issuer}, valid until {date}',
  'network.certificateOptionUndated': '{subject}, issued by {issuer}, expiry date unknown',
  'network.certificateOtherName': '{host} has a certificate for another host name.',
  'network.certificateRevoked': '{host} has a revoked certificate.',
  'network.certificateSelfSigned': '{host} has a self-signed certificate.',
  'network.certificateUnchecked':
    'Couldn’t check whether the certificate of {host} has been revoked.',
  'network.certificateUnknownAuthority':
    '{host} has a certificate from an authority that this computer doesn’t trust.',
  'network.certificateWeak': '{host} has a certificate that is too weak.',
  'network.checkDate':
    'Nothing was sent. Check the date of this computer, or contact the administrator of the instance.',
  'network.checkHostName':
    'Nothing was sent. Check the URL, because the instance may have another host name.',
  'network.checkPort': 'Check the URL. It may need http:// or another port.',
  'network.checkProxy':
    'Check the proxy in your system settings, or the http_proxy and https_proxy variables.',
  'network.checkProxyVariable': 'Check the proxy in the variable {variable}.',
  'network.chooseAgain': 'Choose the file again.',
  'network.chooseAuthority':
    'Choose the certificate of the authority that signed your instance’s certificate.',
  'network.chooseCertificate': 'Choose a client certificate to identify yourself.',
  'network.chooseIssuer': 'Choose the certificate of that authority.',
  'network.clientCertificate': '{host} requires a client certificate.',
  'network.compareFingerprint':
    'Nothing was sent. If your administrator gave you this certificate, compare its fingerprint and choose it for this instance.',
  'network.connectionThroughProxyLost':
    'The connection to {host} through your network’s proxy was lost.',
  'network.copyUrl': 'Copy it from your browser, for example https://gitlab.example.com.',
  'network.credentialsInUrl': 'The URL contains a user name or password.',
  'network.credentialsInUrlField': 'must not contain a user name or password',
  'network.enterUrl': 'Enter the GitLab URL.',
  'network.fileChanged': 'The certificate is no longer in this file.',
  'network.handshakeBroken': 'The TLS connection to {host} failed.',
  'network.handshakeRefused':
    '{host} refused the TLS connection. It may support no secure cipher or require a client certificate.',
  'network.inspectedTraffic':
    'A firewall or proxy may be inspecting traffic. Contact your network administrator.',
  'network.manyCertificates':
    '{count, plural, one {This file contains # certificate.} other {This file contains # certificates.}}',
  'network.namedProxyPassword':
    'The proxy {proxy} requires a user name and password to reach {host}.',
  'network.noCertificate': 'This file doesn’t contain a certificate.',
  'network.noClientCertificate': 'No certificate',
  'network.noTls': '{host} doesn’t use TLS on this port.',
  'network.noUrl': '“{text}” isn’t a URL.',
  'network.noUrlField': 'is not a URL like https://gitlab.example.com',
  'network.noWebAddress': '“{text}” isn’t a web address.',
  'network.notEncrypted': '{origin} isn’t encrypted, so it has no certificate.',
  'network.notRoot': 'This certificate was signed by another one: {issuer}.',
  'network.oldTls': '{host} supports only TLS versions or ciphers that are no longer secure.',
  'network.pemOrDer':
    'Choose a PEM file that begins with “-----BEGIN CERTIFICATE-----”, or a DER file (.crt, .cer).',
  'network.privateKey': 'This file contains a private key.',
  'network.privateKeyHint':
    'Choose a file with only the certificate. The private key stays on the server.',
  'network.proxyBlocked': 'Your network’s proxy blocked the connection to {host}.',
  'network.proxyBlockedHint': 'Ask your network administrator to allow it.',
  'network.proxyBroken':
    'Your network’s proxy didn’t respond like a proxy when Latchkey connected to {host}.',
  'network.proxyInvalid': 'The variable {variable} isn’t the URL of a proxy.',
  'network.proxyInvalidHint':
    'Nothing was sent. Use http://name:password@proxy:port, with # / @ and other special characters in the password percent-encoded (%23 for #).',
  'network.proxyNoConnection': 'Your network’s proxy couldn’t connect to {host}.',
  'network.proxyNoConnectionHint': 'Check the GitLab URL, then ask your network administrator.',
  'network.proxyPassword':
    'Your network’s proxy requires a user name and password to reach {host}.',
  'network.proxyPasswordHint':
    'Nothing was sent. Set https_proxy to http://name:password@proxy:port before you start Latchkey, or ask your network administrator for access without a password.',
  'network.proxyUnreachable': 'Can’t reach your network’s proxy to connect to {host}.',
  'network.proxyUnsupported': 'The proxy in {variable} is of a kind that Latchkey doesn’t support.',
  'network.proxyUnsupportedHint': 'Nothing was sent. Use an HTTP or SOCKS5 proxy.',
  'network.revocationUnchecked':
    'Nothing was sent. A firewall may block the check; contact the administrator of the instance.',
  'network.revokedHint':
    'Nothing was sent. Someone else may have its key, so contact the administrator of the instance before you continue.',
  'network.server': 'The server',
  'network.useHttps': 'Use a URL that begins with https://.',
  'network.useHttpsField': 'must begin with https://',
}
