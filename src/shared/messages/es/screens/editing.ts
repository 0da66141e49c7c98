import type { editing as english } from '../../en/screens/editing.ts'

export const editing: Record<keyof typeof english, string> = {
  'editing.adminHint': 'Acceso completo a esta instancia y a todos sus usuarios.',
  'editing.auditorHint': 'Puede verlo todo, pero no cambiar nada.',
  'editing.avatarFailed': 'No se pudo establecer el avatar: {reason}',
  'editing.backToUser': 'Volver al usuario',
  'editing.becomes': 'cambia a',
  'editing.changeCount': '{count, plural, one {# cambio} many {# cambios} other {# cambios}}',
  'editing.changedElsewhere': 'Otra persona lo cambió mientras usted lo editaba.',
  'editing.changes': 'Cambios',
  'editing.changesLead': 'Solo se envían a GitLab estos cambios.',
  'editing.clipboardHasText': 'El portapapeles contiene texto, no una imagen.',
  'editing.commitEmailHint':
    'Una de las direcciones confirmadas del usuario, o _private para que no se muestre.',
  'editing.conflict': 'Otra persona también cambió {fields}. Elija qué valor conservar y guarde.',
  'editing.createUser': 'Crear usuario',
  'editing.created': 'Se creó el usuario {user}.',
  'editing.currentIdentities':
    'Identidades actuales: {identities}. Un UID nuevo para el mismo proveedor sustituye su identidad.',
  'editing.directory': 'Usuarios',
  'editing.discordHint': 'ID de usuario de Discord: de 17 a 20 dígitos.',
  'editing.editUser': 'Editar usuario',
  'editing.editUserNamed': 'Editar {user}',
  'editing.emailConfirmationSent':
    'Se envió un enlace de confirmación a {email}. El usuario no podrá iniciar sesión hasta que lo abra.',
  'editing.emailCreateHint':
    'Ahí se envía un enlace de confirmación. El usuario no podrá iniciar sesión hasta que lo abra.',
  'editing.emailEditHint':
    'La dirección principal del usuario. Algunas versiones de GitLab solo aceptan otra de sus direcciones confirmadas.',
  'editing.emailPending':
    'El correo seguirá siendo {current} hasta que el titular de {pending} abra el enlace de confirmación.',
  'editing.emailPlaceholder': 'nora@example.com',
  'editing.empty': 'No puede quedar en blanco.',
  'editing.externUidHint': 'El ID del usuario en el proveedor.',
  'editing.externUidPlaceholder': 'uid=nora,ou=people,dc=example,dc=com',
  'editing.externalGroups': 'Los usuarios externos no pueden crear grupos.',
  'editing.externalHint':
    'Solo ve aquello a lo que se le da acceso. No puede crear proyectos ni grupos, y el límite de proyectos pasa a 0.',
  'editing.externalProjects': 'Siempre 0 para los usuarios externos.',
  'editing.extraMinutesHint': 'Se añaden a los minutos mensuales. En blanco o 0: ninguno.',
  'editing.githubHint': 'Nombre de usuario de GitHub.',
  'editing.giveUpAdmin': '¿Renunciar al acceso de administrador?',
  'editing.giveUpAdminConfirm': 'Renunciar al acceso',
  'editing.giveUpAdminText':
    'Al guardar, perderá el acceso de administrador. Solo otro administrador podrá devolvérselo.',
  'editing.invalidDiscord': 'Introduzca un ID de usuario de Discord de 17 a 20 dígitos.',
  'editing.invalidEmail': 'Introduzca una dirección de correo, por ejemplo, name@example.com.',
  'editing.invalidId': 'Introduzca un ID numérico, por ejemplo, 1234.',
  'editing.invalidMinutes': 'Introduzca un número entero, 0 o más, o déjelo en blanco.',
  'editing.invalidNumber': 'Introduzca un número entero, 0 o más.',
  'editing.invalidUrl': 'Introduzca una URL, por ejemplo, https://example.com.',
  'editing.invalidUsername':
    'Use solo letras, dígitos, «_», «-» y «.». No empiece por «-» ni termine en «.», «.git» o una extensión de archivo como «.html».',
  'editing.keptAfterUndo': 'No se deshizo lo que se cambió después: {fields}.',
  'editing.minutesHint':
    'Déjelo en blanco para usar el valor predeterminado de la instancia. 0 significa sin límite.',
  'editing.missingPassword': 'Introduzca una contraseña o elija otra opción.',
  'editing.namePlaceholder': 'Nora Quist',
  'editing.newUser': 'Nuevo usuario',
  'editing.newUserLead':
    'Introduzca un nombre, un nombre de usuario y un correo, y elija cómo obtiene el usuario una contraseña. Lo demás es opcional.',
  'editing.noChange': 'Sin cambios',
  'editing.noChanges': 'Aún no hay cambios.',
  'editing.notSaved': 'No se guardó: esta instancia lo ignoró.',
  'editing.notSavedValue': 'No se guardó. GitLab conserva: {value}',
  'editing.noteHint': 'Solo la ven los administradores.',
  'editing.nothingToSave': 'No hay nada que guardar.',
  'editing.nothingUndone': 'No se deshizo nada.',
  'editing.passwordAtLeast': 'Use al menos 8 caracteres.',
  'editing.passwordCreateHint': 'Al menos 8 caracteres. Tendrá que comunicársela usted al usuario.',
  'editing.passwordEditHint': 'Al menos 8 caracteres. Déjela en blanco para conservar la actual.',
  'editing.passwordLeadCreate':
    'Elija al menos una opción. Un enlace de restablecimiento o una contraseña aleatoria prevalecen sobre la contraseña que introduzca.',
  'editing.passwordLeadOther':
    'El usuario recibirá un aviso por correo y tendrá que elegir una contraseña nueva la próxima vez que inicie sesión. Hasta entonces, sus tokens no funcionan.',
  'editing.passwordLeadSelf': 'Es su propia contraseña. Cambia de inmediato.',
  'editing.passwordNotUsed': 'No se usa, porque ha elegido otra opción.',
  'editing.privateProfileHint': 'Los demás usuarios ven poco más que el nombre.',
  'editing.projectsLimitHint':
    'Cuántos proyectos personales puede tener el usuario. 0 significa ninguno.',
  'editing.providerHint': 'El nombre del proveedor en GitLab. Una identidad por proveedor.',
  'editing.providerNeeded': 'Hace falta si hay un UID externo.',
  'editing.providerPlaceholder': 'ldapmain',
  'editing.publicEmailHint':
    'Debe ser una de las direcciones confirmadas del usuario. Déjelo en blanco para no mostrar ninguna.',
  'editing.randomPasswordHint':
    'Nadie la ve. Para usuarios que inician sesión con un proveedor de identidad.',
  'editing.resetPasswordHint':
    'Envía al usuario un correo con un enlace para establecer su contraseña.',
  'editing.sameValues': 'No hay nada que guardar: GitLab ya tiene estos valores.',
  'editing.samlGroupHint': 'El ID del grupo. Solo para el proveedor group_saml.',
  'editing.save': 'Guardar cambios',
  'editing.saveAgain': 'Volver a guardar',
  'editing.saved': 'Guardado para {user}: {fields}.',
  'editing.savedExcept':
    'Guardado para {user}, salvo {fields}: esta instancia ignoró {count, plural, one {ese campo} many {esos campos} other {esos campos}}.',
  'editing.sectionAccount': 'Cuenta',
  'editing.sectionAddresses': 'Direcciones de correo',
  'editing.sectionAppearance': 'Apariencia',
  'editing.sectionAvatar': 'Avatar',
  'editing.sectionNeedsAttention': '{section}, requiere atención',
  'editing.sectionNotes': 'Notas',
  'editing.sectionPassword': 'Contraseña',
  'editing.sectionPermissions': 'Permisos y límites',
  'editing.sectionPermissionsShort': 'Permisos',
  'editing.sectionProfile': 'Perfil',
  'editing.sectionProvider': 'Proveedor de identidad',
  'editing.sectionProviderLead': 'El proveedor y el UID van juntos.',
  'editing.sectionProviderShort': 'Proveedor',
  'editing.sectionTiered': 'Premium y Ultimate',
  'editing.sectionTieredLead': 'Los demás planes de GitLab ignoran estos campos.',
  'editing.sectionTieredShort': 'Premium',
  'editing.sections': 'Secciones',
  'editing.setAvatar': 'Establecer avatar',
  'editing.skipConfirmationHint':
    'Da el correo por confirmado. No se envía ningún enlace de confirmación.',
  'editing.skipReconfirmationHint':
    'El nuevo correo se aplica de inmediato. De lo contrario, su titular debe abrir antes un enlace de confirmación.',
  'editing.storedOtherValue': 'GitLab guardó un valor distinto para {fields}.',
  'editing.uidNeeded': 'Hace falta si hay un proveedor.',
  'editing.undone': 'Cambios deshechos para {user}.',
  'editing.undoneFields': 'Cambios deshechos para {user}: {fields}.',
  'editing.usernameEditHint':
    'Solo letras, dígitos, «_», «-» y «.». También cambia las URL de su perfil y de sus proyectos.',
  'editing.usernameHint': 'Solo letras, dígitos, «_», «-» y «.».',
  'editing.usernamePlaceholder': 'nora.q',
  'editing.websitePlaceholder': 'https://example.com',
}
