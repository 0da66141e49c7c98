import type { network as english } from '../../en/node/network.ts'

export const network: Record<keyof typeof english, string> = {
  'network.addAuthority':
    'Rien n’a été envoyé. Ajoutez l’autorité au magasin de certificats de votre système, ou choisissez son certificat pour cette instance.',
  'network.askAdministrator': 'Rien n’a été envoyé. Contactez l’administrateur de l’instance.',
  'network.askForCertificate':
    'Demandez-en un à l’administrateur et ajoutez-le au magasin de certificats de votre système. Les certificats client ne fonctionnent que dans l’application de bureau.',
  'network.certificateDateInvalid': '{host} a un certificat expiré ou pas encore valide.',
  'network.certificateExpired': '{host} a un certificat expiré.',
  'network.certificateInvalid': '{host} a un certificat non valide.',
  'network.certificateNotYetValid': '{host} a un certificat pas encore valide.',
  'network.certificateOption': '{subject}, émis par {issuer}, valide jusqu’au {date}',
  'network.certificateOptionUndated': '{subject}, émis par {issuer}, date d’expiration inconnue',
  'network.certificateOtherName': '{host} a un certificat pour un autre nom d’hôte.',
  'network.certificateRevoked': '{host} a un certificat révoqué.',
  'network.certificateSelfSigned': '{host} a un certificat autosigné.',
  'network.certificateUnchecked':
    'Impossible de vérifier si le certificat de {host} a été révoqué.',
  'network.certificateUnknownAuthority':
    '{host} a un certificat d’une autorité que cet ordinateur n’approuve pas.',
  'network.certificateWeak': '{host} a un certificat trop faible.',
  'network.checkDate':
    'Rien n’a été envoyé. Vérifiez la date de cet ordinateur, ou contactez l’administrateur de l’instance.',
  'network.checkHostName':
    'Rien n’a été envoyé. Vérifiez l’URL, car l’instance a peut-être un autre nom d’hôte.',
  'network.checkPort': 'Vérifiez l’URL. Il faut peut-être http:// ou un autre port.',
  'network.checkProxy':
    'Vérifiez le proxy dans les réglages de votre système, ou les variables http_proxy et https_proxy.',
  'network.checkProxyVariable': 'Vérifiez le proxy de la variable {variable}.',
  'network.chooseAgain': 'Choisissez à nouveau le fichier.',
  'network.chooseAuthority':
    'Choisissez le certificat de l’autorité qui a signé celui de votre instance.',
  'network.chooseCertificate': 'Choisissez un certificat client pour vous identifier.',
  'network.chooseIssuer': 'Choisissez le certificat de cette autorité.',
  'network.clientCertificate': '{host} exige un certificat client.',
  'network.compareFingerprint':
    'Rien n’a été envoyé. Si votre administrateur vous a donné ce certificat, comparez son empreinte et choisissez-le pour cette instance.',
  'network.connectionThroughProxyLost':
    'La connexion à {host} par le proxy de votre réseau a été perdue.',
  'network.copyUrl': 'Copiez-la depuis votre navigateur, par exemple https://gitlab.example.com.',
  'network.credentialsInUrl': 'L’URL contient un nom d’utilisateur ou un mot de passe.',
  'network.credentialsInUrlField': 'ne doit contenir ni nom d’utilisateur ni mot de passe',
  'network.enterUrl': 'Saisissez l’URL de GitLab.',
  'network.fileChanged': 'Le certificat n’est plus dans ce fichier.',
  'network.handshakeBroken': 'La connexion TLS à {host} a échoué.',
  'network.handshakeRefused':
    '{host} a refusé la connexion TLS. Il ne prend peut-être en charge aucun algorithme de chiffrement sûr ou exige un certificat client.',
  'network.inspectedTraffic':
    'Un pare-feu ou un proxy inspecte peut-être le trafic. Contactez votre administrateur réseau.',
  'network.manyCertificates':
    '{count, plural, one {Ce fichier contient # certificat.} many {Ce fichier contient # certificats.} other {Ce fichier contient # certificats.}}',
  'network.namedProxyPassword':
    'Le proxy {proxy} exige un nom d’utilisateur et un mot de passe pour joindre {host}.',
  'network.noCertificate': 'Ce fichier ne contient pas de certificat.',
  'network.noClientCertificate': 'Aucun certificat',
  'network.noTls': '{host} n’utilise pas TLS sur ce port.',
  'network.noUrl': '« {text} » n’est pas une URL.',
  'network.noUrlField': 'n’est pas une URL telle que https://gitlab.example.com',
  'network.noWebAddress': '« {text} » n’est pas une adresse web.',
  'network.notEncrypted': '{origin} n’est pas chiffré et n’a donc pas de certificat.',
  'network.notRoot': 'Ce certificat a été signé par un autre : {issuer}.',
  'network.oldTls':
    '{host} ne prend en charge que des versions de TLS ou des algorithmes de chiffrement qui ne sont plus sûrs.',
  'network.pemOrDer':
    'Choisissez un fichier PEM qui commence par « -----BEGIN CERTIFICATE----- », ou un fichier DER (.crt, .cer).',
  'network.privateKey': 'Ce fichier contient une clé privée.',
  'network.privateKeyHint':
    'Choisissez un fichier qui ne contient que le certificat. La clé privée reste sur le serveur.',
  'network.proxyBlocked': 'Le proxy de votre réseau a bloqué la connexion à {host}.',
  'network.proxyBlockedHint': 'Demandez à votre administrateur réseau de l’autoriser.',
  'network.proxyBroken':
    'Le proxy de votre réseau n’a pas répondu comme un proxy lors de la connexion à {host}.',
  'network.proxyInvalid': 'La variable {variable} n’est pas l’URL d’un proxy.',
  'network.proxyInvalidHint':
    'Rien n’a été envoyé. Utilisez http://name:password@proxy:port, en encodant # / @ et les autres caractères spéciaux du mot de passe (%23 pour #).',
  'network.proxyNoConnection': 'Le proxy de votre réseau n’a pas pu se connecter à {host}.',
  'network.proxyNoConnectionHint':
    'Vérifiez l’URL de GitLab, puis demandez à votre administrateur réseau.',
  'network.proxyPassword':
    'Le proxy de votre réseau exige un nom d’utilisateur et un mot de passe pour joindre {host}.',
  'network.proxyPasswordHint':
    'Rien n’a été envoyé. Définissez https_proxy sur http://name:password@proxy:port avant de lancer Latchkey, ou demandez à votre administrateur réseau un accès sans mot de passe.',
  'network.proxyUnreachable':
    'Impossible de joindre le proxy de votre réseau pour se connecter à {host}.',
  'network.proxyUnsupported':
    'Le proxy de {variable} est d’un type que Latchkey ne prend pas en charge.',
  'network.proxyUnsupportedHint': 'Rien n’a été envoyé. Utilisez un proxy HTTP ou SOCKS5.',
  'network.revocationUnchecked':
    'Rien n’a été envoyé. Un pare-feu bloque peut-être la vérification ; contactez l’administrateur de l’instance.',
  'network.revokedHint':
    'Rien n’a été envoyé. Quelqu’un d’autre a peut-être sa clé ; contactez donc l’administrateur de l’instance avant de continuer.',
  'network.server': 'Le serveur',
  'network.useHttps': 'Utilisez une URL qui commence par https://.',
  'network.useHttpsField': 'doit commencer par https://',
}
