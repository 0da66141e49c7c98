import type { computer as english } from '../../en/screens/computer.ts'

export const computer: Record<keyof typeof english, string> = {
  'computer.addToAccount': 'Añadir la clave a su cuenta de GitLab como «{title}»',
  'computer.addToAgent': 'Añadir la clave al agente SSH',
  'computer.agent': 'Agente SSH',
  'computer.agentHasKey': 'El agente tiene su clave.',
  'computer.agentKeyFound': 'El agente tiene una clave: {file}.',
  'computer.agentNotNeeded': 'No hace falta: su clave no tiene frase de contraseña.',
  'computer.agentWithoutKey':
    'El agente no tiene su clave, así que Git pide su frase de contraseña.',
  'computer.allowSigner': 'Permitir que Git reconozca su firma',
  'computer.allRight': 'Este equipo está listo para los commits firmados.',
  'computer.apply': 'Aplicar {count, plural, one {# cambio} many {# cambios} other {# cambios}}',
  'computer.checkAgain': 'Volver a comprobar',
  'computer.checked': 'Última comprobación: {time}',
  'computer.checking': 'Comprobando…',
  'computer.clock': 'Reloj',
  'computer.clockRight': 'El reloj coincide con el de GitLab.',
  'computer.clockWrong':
    'El reloj difiere del de GitLab en {minutes, plural, one {# minuto} many {# minutos} other {# minutos}}.',
  'computer.clockWrongHint':
    'Deje que el sistema ajuste la hora. De ella dependen las firmas y los inicios de sesión.',
  'computer.commandCheck': 'Comprobar este equipo',
  'computer.connected': 'GitLab le reconoce como @{username}.',
  'computer.connection': 'Conexión SSH',
  'computer.createKey': 'Crear una clave SSH Ed25519 llamada «{title}»',
  'computer.done':
    '{count, plural, one {# cambio aplicado.} many {# cambios aplicados.} other {# cambios aplicados.}}',
  'computer.emailNotVerified':
    'Los commits se hacen como {email}, que no es un correo confirmado de esta cuenta.',
  'computer.emailNotVerifiedHint': 'GitLab los muestra sin verificar y no como suyos.',
  'computer.failed': 'Error: {reason}',
  'computer.fix': 'Corregir…',
  'computer.fixAll': 'Corregir todo…',
  'computer.fixAllLead':
    'Latchkey hace estos cambios. Antes se crea una copia de seguridad de los archivos, y puede deshacer todos los cambios en ellos.',
  'computer.fixNamed': 'Corregir: {check}…',
  'computer.fixTitle': 'Configurar este equipo',
  'computer.git': 'Git',
  'computer.gitFound': 'Versión {version}.',
  'computer.gitIdentity': 'Configurar su nombre y su correo en Git',
  'computer.gitMissing': 'Git no está instalado.',
  'computer.gitMissingHint': 'Instale Git y vuelva a comprobar.',
  'computer.gitOld': 'La versión {version} no puede firmar con claves SSH.',
  'computer.gitOldHint': 'Instale Git 2.34 o posterior para firmar commits con su clave SSH.',
  'computer.gitSigning': 'Firmar todos los commits con la clave',
  'computer.hostKey': 'Clave de host',
  'computer.hostKeyChanged':
    'La clave de host de {host} ha cambiado. Puede que alguien esté interceptando la conexión.',
  'computer.hostKeyChangedHint':
    'No se conecte hasta que un administrador haya confirmado la clave nueva.',
  'computer.hostKeyKnown': '{host} es un host conocido.',
  'computer.hostKeyNotPublished':
    'La clave de host de {host} no es una de las que publica GitLab.com.',
  'computer.hostKeyNotPublishedHint':
    'Puede que alguien esté interceptando la conexión. No se conecte desde esta red.',
  'computer.hostKeyUnknown': '{host} no es un host conocido en este equipo.',
  'computer.identity': 'Nombre y correo',
  'computer.identityScope': 'Elegir los repositorios que usan estos ajustes',
  'computer.identitySet': 'Los commits se hacen como {name} <{email}>.',
  'computer.identitySettings':
    'Escribir los ajustes de Git de estos repositorios en un archivo aparte',
  'computer.keyExpired': 'La clave «{title}» ha caducado en su cuenta.',
  'computer.keyExpiredHint': 'Renuévela en la pantalla Claves.',
  'computer.keyFound': '{file}',
  'computer.keyNotOnAccount': '{file} no está en su cuenta de GitLab.',
  'computer.keyOnAccount': '«{title}» está en su cuenta.',
  'computer.keyOnAccountCheck': 'Clave en su cuenta',
  'computer.lead': 'Lo que Git necesita para trabajar con {instance} desde este equipo.',
  'computer.noAgent':
    'No hay ningún agente en ejecución, así que Git pide la frase de contraseña de su clave.',
  'computer.noAgentHint': 'Inicie ssh-agent o use el de su sistema o su gestor de contraseñas.',
  'computer.noEmail': 'Git no conoce su correo.',
  'computer.noKey': 'No hay ninguna clave SSH con su clave privada en ~/.ssh.',
  'computer.noName': 'Git no conoce su nombre.',
  'computer.noSigningKey': 'La firma de commits está activada, pero no hay ninguna clave definida.',
  'computer.notChecked': 'Sin comprobar.',
  'computer.notCheckedNeeds': 'Antes debe estar en orden «{check}», más arriba.',
  'computer.notCheckedNoAnswer': 'GitLab no respondió.',
  'computer.notTried': 'No se intentó, porque falló un cambio anterior.',
  'computer.openFiles':
    'Otros usuarios pueden leer o modificar {file}{count, plural, =0 {} one { y un archivo más} many { y # archivos más} other { y # archivos más}}. OpenSSH rechaza esas claves.',
  'computer.passphrase': 'Frase de contraseña de {file}',
  'computer.passphraseDiffers': 'Las frases de contraseña no coinciden.',
  'computer.passphraseHint':
    'Protege la clave si alguien la copia. Puede dejarla en blanco. Latchkey no la guarda.',
  'computer.passphraseNeeded': 'Introduzca la frase de contraseña.',
  'computer.passphraseNew': 'Frase de contraseña para la clave nueva',
  'computer.passphraseRepeated': 'Repita la frase de contraseña',
  'computer.permissions': 'Quitar el acceso de otros usuarios',
  'computer.publishedHostKey':
    'GitLab.com publica esta huella digital (a fecha de {date}): {fingerprint}',
  'computer.securityKeyHint':
    'Si prefiere guardar la clave en una llave de seguridad, ejecute {command} en un terminal y vuelva a comprobar.',
  'computer.signing': 'Commits firmados',
  'computer.signingFails': 'No se pudo firmar un commit de prueba. Respuesta de Git: {said}',
  'computer.signingFailsHint': 'Compruebe los ajustes de Git y que su clave esté desbloqueada.',
  'computer.signingKey': 'Clave de firma en su cuenta',
  'computer.signingKeyExpired': 'La clave de firma «{title}» ha caducado en su cuenta.',
  'computer.signingKeyMissing': 'La clave de firma {file} no existe.',
  'computer.signingKeyNotForSigning': '«{title}» está en su cuenta, pero no para firmar.',
  'computer.signingKeyNotForSigningHint': 'Cambie su uso en la pantalla Claves.',
  'computer.signingKeyNotOnAccount':
    'La clave de firma no está en su cuenta, así que GitLab muestra sus commits sin verificar.',
  'computer.signingKeyOnAccount': 'GitLab verifica las firmas con «{title}».',
  'computer.signingOff': 'Los commits no se firman.',
  'computer.signingWorks': 'Los commits se firman.',
  'computer.silentAgent': 'El agente no responde.',
  'computer.silentAgentHint': 'Reinícielo y vuelva a comprobar.',
  'computer.sshHost': 'Escribir los ajustes SSH del host en un archivo aparte',
  'computer.sshInclude': 'Permitir que SSH lea los archivos de Latchkey',
  'computer.sshKey': 'Clave SSH',
  'computer.trustHost': 'Confiar en {host}',
  'computer.undo': 'Deshacer los cambios',
  'computer.undone': 'Se restauraron los archivos.',
  'computer.undoLead': 'Modificados ({time}): {files}',
  'computer.unknownHostKey':
    'Compare esta huella digital con la que publica su instancia: {fingerprint}',
  'computer.weakKey': 'La clave {file} ya no es segura. Cree una nueva.',
  'computer.gitFails': 'Git no funciona: {said}',
  'computer.gitFailsHint': 'Corrija lo que Git indica y vuelva a comprobar.',
  'computer.keyWithoutPublic': '{file} es una clave privada sin su clave pública.',
  'computer.keyWithoutPublicHint':
    'Ejecute esto en un terminal y vuelva a comprobar: ssh-keygen -y -f {file} > {file}.pub',
  'computer.identityInFolders': 'Git solo tiene un correo en algunas carpetas: {emails}.',
  'computer.identityInFoldersHint':
    'En las demás, Git inventa uno y GitLab no reconoce esos commits. Con user.useConfigOnly, Git los rechaza.',
  'computer.identityInFoldersOnly':
    'Git solo tiene un correo en algunas carpetas: {emails}. En las demás rechaza los commits.',
  'computer.signingOn': 'Git está configurado para firmar los commits.',
  'computer.signingOnHint':
    'Latchkey no lo prueba, porque se podría pedir una frase de contraseña.',
  'computer.signingWorksUnverified':
    'Los commits se firman. Git no puede verificar firmas en este equipo: {said}',
  'computer.signingWorksUnverifiedHint': 'GitLab no lo necesita.',
  'computer.gpgKeyMissing':
    'gpg no tiene ninguna clave privada para «{name}», así que Git no puede firmar commits.',
  'computer.gpgKeyMissingHint':
    'Ponga en user.signingkey la huella de una clave que gpg muestre. {said}',
  'computer.optional':
    'Sustituye lo configurado para todos los repositorios, o vale también para sus otras cuentas.',
}
