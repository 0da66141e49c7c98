import type { network as english } from '../../en/node/network.ts'

export const network: Record<keyof typeof english, string> = {
  'network.addAuthority':
    'No se envió nada. Añada la autoridad al almacén de certificados del sistema o elija su certificado para esta instancia.',
  'network.askAdministrator': 'No se envió nada. Contacte con el administrador de la instancia.',
  'network.askForCertificate':
    'Pida uno al administrador y añádalo al almacén de certificados del sistema. Los certificados de cliente solo funcionan en la aplicación de escritorio.',
  'network.certificateDateInvalid':
    '{host} tiene un certificado que ha caducado o que aún no es válido.',
  'network.certificateExpired': '{host} tiene un certificado caducado.',
  'network.certificateInvalid': '{host} tiene un certificado no válido.',
  'network.certificateNotYetValid': '{host} tiene un certificado que aún no es válido.',
  'network.certificateOption': '{subject}, emitido por {issuer}, válido hasta {date}',
  'network.certificateOptionUndated':
    '{subject}, emitido por {issuer}, fecha de caducidad desconocida',
  'network.certificateOtherName': '{host} tiene un certificado para otro nombre de host.',
  'network.certificateRevoked': '{host} tiene un certificado revocado.',
  'network.certificateSelfSigned': '{host} tiene un certificado autofirmado.',
  'network.certificateUnchecked': 'No se pudo comprobar si el certificado de {host} está revocado.',
  'network.certificateUnknownAuthority':
    '{host} tiene un certificado de una autoridad en la que este equipo no confía.',
  'network.certificateWeak': '{host} tiene un certificado demasiado débil.',
  'network.checkDate':
    'No se envió nada. Compruebe la fecha de este equipo o contacte con el administrador de la instancia.',
  'network.checkHostName':
    'No se envió nada. Compruebe la URL, ya que la instancia puede tener otro nombre de host.',
  'network.checkPort': 'Compruebe la URL. Puede que necesite http:// u otro puerto.',
  'network.checkProxy':
    'Compruebe el proxy en los ajustes del sistema o las variables http_proxy y https_proxy.',
  'network.checkProxyVariable': 'Compruebe el proxy de la variable {variable}.',
  'network.chooseAgain': 'Vuelva a elegir el archivo.',
  'network.chooseAuthority':
    'Elija el certificado de la autoridad que firmó el certificado de la instancia.',
  'network.chooseCertificate': 'Elija un certificado de cliente para identificarse.',
  'network.chooseIssuer': 'Elija el certificado de esa autoridad.',
  'network.clientCertificate': '{host} requiere un certificado de cliente.',
  'network.compareFingerprint':
    'No se envió nada. Si su administrador le dio este certificado, compare la huella digital y elíjalo para esta instancia.',
  'network.connectionThroughProxyLost':
    'Se perdió la conexión con {host} a través del proxy de la red.',
  'network.copyUrl': 'Cópiela del navegador, por ejemplo: https://gitlab.example.com.',
  'network.credentialsInUrl': 'La URL contiene un nombre de usuario o una contraseña.',
  'network.credentialsInUrlField': 'no debe contener un nombre de usuario ni una contraseña',
  'network.enterUrl': 'Introduzca la URL de GitLab.',
  'network.fileChanged': 'El certificado ya no está en este archivo.',
  'network.handshakeBroken': 'Falló la conexión TLS con {host}.',
  'network.handshakeRefused':
    '{host} rechazó la conexión TLS. Puede que no admita ningún cifrado seguro o que requiera un certificado de cliente.',
  'network.inspectedTraffic':
    'Puede que un cortafuegos o un proxy esté inspeccionando el tráfico. Contacte con el administrador de red.',
  'network.manyCertificates':
    '{count, plural, one {Este archivo contiene # certificado.} many {Este archivo contiene # certificados.} other {Este archivo contiene # certificados.}}',
  'network.namedProxyPassword':
    'El proxy {proxy} requiere un nombre de usuario y una contraseña para conectar con {host}.',
  'network.noCertificate': 'Este archivo no contiene ningún certificado.',
  'network.noClientCertificate': 'Sin certificado',
  'network.noTls': '{host} no usa TLS en este puerto.',
  'network.noUrl': '«{text}» no es una URL.',
  'network.noUrlField': 'no es una URL como https://gitlab.example.com',
  'network.noWebAddress': '«{text}» no es una dirección web.',
  'network.notEncrypted': '{origin} no usa cifrado, así que no tiene certificado.',
  'network.notRoot': 'Este certificado lo firmó otro: {issuer}.',
  'network.oldTls': '{host} solo admite versiones de TLS o cifrados que ya no son seguros.',
  'network.pemOrDer':
    'Elija un archivo PEM que empiece por «-----BEGIN CERTIFICATE-----» o un archivo DER (.crt, .cer).',
  'network.privateKey': 'Este archivo contiene una clave privada.',
  'network.privateKeyHint':
    'Elija un archivo que solo contenga el certificado. La clave privada se queda en el servidor.',
  'network.proxyBlocked': 'El proxy de la red bloqueó la conexión con {host}.',
  'network.proxyBlockedHint': 'Pida al administrador de red que la permita.',
  'network.proxyBroken': 'El proxy de la red no respondió como un proxy al conectar con {host}.',
  'network.proxyInvalid': 'La variable {variable} no es la URL de un proxy.',
  'network.proxyInvalidHint':
    'No se envió nada. Use http://name:password@proxy:port y codifique # / @ y otros caracteres especiales de la contraseña con porcentaje (%23 para #).',
  'network.proxyNoConnection': 'El proxy de la red no pudo conectar con {host}.',
  'network.proxyNoConnectionHint':
    'Compruebe la URL de GitLab y luego pregunte al administrador de red.',
  'network.proxyPassword':
    'El proxy de la red requiere un nombre de usuario y una contraseña para conectar con {host}.',
  'network.proxyPasswordHint':
    'No se envió nada. Asigne a https_proxy el valor http://name:password@proxy:port antes de iniciar Latchkey o pida al administrador de red acceso sin contraseña.',
  'network.proxyUnreachable': 'No se puede acceder al proxy de la red para conectar con {host}.',
  'network.proxyUnsupported': 'El proxy de {variable} es de un tipo que Latchkey no admite.',
  'network.proxyUnsupportedHint': 'No se envió nada. Use un proxy HTTP o SOCKS5.',
  'network.revocationUnchecked':
    'No se envió nada. Puede que un cortafuegos bloquee la comprobación; contacte con el administrador de la instancia.',
  'network.revokedHint':
    'No se envió nada. Puede que otra persona tenga su clave, así que contacte con el administrador de la instancia antes de continuar.',
  'network.server': 'El servidor',
  'network.useHttps': 'Use una URL que empiece por https://.',
  'network.useHttpsField': 'debe empezar por https://',
}
