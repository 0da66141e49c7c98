import type { settings as english } from '../../en/screens/settings.ts'

export const settings: Record<keyof typeof english, string> = {
  'settings.about': 'Acerca de',
  'settings.administration': 'Administración',
  'settings.administrationLead': 'Cómo se envían las acciones sobre otros usuarios.',
  'settings.appImageLinks':
    'Para abrir enlaces latchkey:// con una AppImage, añádala a sus aplicaciones con una herramienta como AppImageLauncher o Gear Lever.',
  'settings.background': 'Segundo plano',
  'settings.backgroundInBrowser':
    'En un navegador, las notificaciones solo aparecen con esta página abierta, y el navegador vuelve a pedir permiso cuando cambia el puerto. La bandeja del sistema, la apertura al iniciar sesión y la apertura de archivos y enlaces requieren la aplicación de escritorio.',
  'settings.cacheCleared': 'Caché borrada. Los datos se vuelven a cargar cuando hacen falta.',
  'settings.clearCache': 'Borrar la caché',
  'settings.clearCacheHint': 'Elimina los avatares y otros datos que se pueden volver a cargar.',
  'settings.clipboard': 'Portapapeles',
  'settings.clipboardInApp':
    'No se borra nada si después ha copiado otra cosa. A los historiales del portapapeles se les pide que no guarden los secretos.',
  'settings.clipboardInBrowser':
    'No se borra nada si después ha copiado otra cosa. Los historiales del portapapeles pueden guardar los secretos, porque un navegador no puede marcarlos.',
  'settings.clipboardSaved': 'Los secretos copiados se borran a los {seconds} segundos.',
  'settings.clipboardSeconds': 'Borrar los secretos copiados tras (segundos)',
  'settings.closeToTray': 'Mantener en la bandeja del sistema al cerrar',
  'settings.closeToTrayHint':
    'Al cerrar la ventana, Latchkey sigue en la bandeja del sistema y continúa enviando las acciones en cola.',
  'settings.closeToTrayLinux':
    'Si su escritorio no tiene bandeja del sistema, vuelva a iniciar Latchkey para abrir de nuevo la ventana.',
  'settings.confirmLeftover': '¿{action}?',
  'settings.data': 'Datos',
  'settings.dataFolder': 'Carpeta',
  'settings.dataLead':
    'Archivos que Latchkey guarda en este equipo. No contienen tokens de acceso.',
  'settings.density': 'Densidad',
  'settings.densityComfortable': 'Cómoda',
  'settings.densityComfortableHint': 'Más espacio entre los elementos.',
  'settings.densityCompact': 'Compacta',
  'settings.densityCompactHint': 'Más elementos en la pantalla.',
  'settings.diagnostics': 'Diagnóstico',
  'settings.diagnosticsHint':
    'No contiene nombres ni tokens. No se envía nada: revise el texto y cópielo.',
  'settings.diagnosticsLead':
    'Para informar de problemas: versiones, detalles del sistema y las últimas líneas del registro.',
  'settings.forget': 'Olvidar este equipo',
  'settings.forgetAccountHint': 'Para quitar una sola cuenta con su token, cierre su sesión.',
  'settings.forgetAccountLink': 'Cerrar la sesión de una cuenta',
  'settings.forgetConfirm': '¿Olvidar todo lo que hay en este equipo?',
  'settings.forgetEverything': 'Olvidarlo todo',
  'settings.forgetEverythingHint':
    '{accounts, plural, one {Cierra la sesión de su cuenta} many {Cierra la sesión de las # cuentas} other {Cierra la sesión de las # cuentas}} y elimina todos los datos de Latchkey de este equipo, incluidos los registros de auditoría.',
  'settings.forgetLoss':
    'Elimina definitivamente de este equipo todas las cuentas y sus tokens, las acciones pendientes, los registros de auditoría (incluidos los que conservó), los registros de la aplicación y los ajustes. Sus tokens siguen siendo válidos hasta que caduquen o se revoquen.',
  'settings.forgotten':
    'Se eliminaron todos los datos de Latchkey de este equipo. Sus tokens siguen siendo válidos hasta que caduquen o se revoquen.',
  'settings.fromTo': 'De {min} a {max}.',
  'settings.includeUrls': 'Incluir las URL de GitLab',
  'settings.keychainAbsent':
    'No se encontró ningún llavero. Los tokens se conservan en memoria hasta cerrar Latchkey.',
  'settings.keychainAvailable':
    'Los tokens se guardan en el llavero de este equipo ({keychain}), cifrados por el sistema, con el nombre de servicio «Latchkey».',
  'settings.keychainChecking': 'Comprobando el llavero…',
  'settings.keychainFailed':
    'El llavero no responde correctamente. Los tokens que contiene no se pueden leer, pero no se han perdido.',
  'settings.keychainLead': 'Dónde se guardan sus tokens de acceso.',
  'settings.keychainLocked':
    'El llavero está bloqueado. Los tokens que contiene no se pueden leer, pero no se han perdido.',
  'settings.language': 'Idioma',
  'settings.languageSystem': 'Sistema ({language})',
  'settings.languageUnreviewed':
    'Traducción sin revisar: ningún hablante de este idioma la ha comprobado todavía. Informe de los textos incorrectos o poco claros.',
  'settings.layout': 'Disposición',
  'settings.leftoverAction': '{action}: {name}',
  'settings.leftoverDeleted': 'Se eliminó {name}.',
  'settings.leftoverDetails': '{size}, última modificación: {moment}.',
  'settings.leftoverLoss': 'Elimina definitivamente {path}.',
  'settings.leftoverPath': 'ruta de {name}',
  'settings.leftovers': 'Datos conservados tras cerrar sesión',
  'settings.leftoversLead': 'Estos archivos se conservan hasta que los elimine.',
  'settings.license': 'Licencia',
  'settings.lock': 'Bloqueo',
  'settings.lockAfter': 'Bloqueo automático tras',
  'settings.lockAfterInApp': 'Tiempo desde la última vez que usó este equipo.',
  'settings.lockAfterInBrowser': 'Tiempo desde la última vez que usó esta página.',
  'settings.lockAfterOwnUse':
    'Se cuenta desde la última vez que usó Latchkey, porque este escritorio no informa de la actividad en otros programas.',
  'settings.lockLead':
    'Lo oculta todo hasta que desbloquee Latchkey. Los secretos en pantalla y los cambios sin guardar se descartan.',
  'settings.lockMinutes':
    '{minutes, plural, =0 {Nunca} one {# minuto} many {# minutos} other {# minutos}}',
  'settings.lockNow': 'Bloquear ahora',
  'settings.lockWithComputer': 'Bloquear con el equipo',
  'settings.lockWithComputerHint': 'Cuando se bloquea la pantalla o el equipo entra en suspensión.',
  'settings.lockWithSleep':
    'Cuando el equipo entra en suspensión. Latchkey no puede detectar cuándo se bloquea la pantalla de este escritorio.',
  'settings.log': 'Registro',
  'settings.noLeftovers': 'No hay archivos',
  'settings.noPackages': 'Sin resultados',
  'settings.notificationsBlocked':
    'El navegador bloquea las notificaciones de esta página. Permítalas en los ajustes del sitio y vuelva a cargar la página.',
  'settings.notificationsFail':
    'El sistema no muestra las notificaciones de Latchkey. Permítalas en los ajustes del sistema; macOS no muestra las de aplicaciones sin firmar.',
  'settings.notificationsHint':
    'Avisan cuando su estado está a punto de borrarse, caducan claves o tokens, termina la cola o se cierra la sesión de una cuenta. Latchkey comprueba las claves y los tokens una vez al día, lo que cuenta como actividad de su cuenta.',
  'settings.notificationsUnsupported': 'Este navegador no admite notificaciones.',
  'settings.parallelRequests': 'Peticiones en paralelo',
  'settings.parallelRequestsHint':
    'Para acciones sobre muchos usuarios. Con un valor mayor se termina antes, pero aumenta la carga de la instancia.',
  'settings.parallelRequestsSaved':
    '{count, plural, one {Las acciones se envían de una en una.} many {Se envían hasta # acciones a la vez.} other {Se envían hasta # acciones a la vez.}}',
  'settings.pauseQueue': 'Pausar la cola durante el bloqueo',
  'settings.pauseQueueHint':
    'No se envía nada hasta que desbloquee Latchkey. Las peticiones en curso terminan.',
  'settings.portableStart':
    'La aplicación portátil no está registrada en Windows, así que no puede abrirse al iniciar sesión ni abrir enlaces latchkey://. Para ambas cosas, instale Latchkey.',
  'settings.searchPackages': 'Buscar paquetes',
  'settings.showDiagnostics': 'Mostrar el diagnóstico',
  'settings.showLicenses': 'Mostrar las licencias',
  'settings.showNotifications': 'Mostrar notificaciones',
  'settings.startActivities': 'Actividades',
  'settings.startAtSignIn': 'Abrir al iniciar sesión',
  'settings.startAtSignInHint': 'Abre Latchkey cuando inicia sesión en este equipo.',
  'settings.startEmails': 'Correos',
  'settings.startHome': 'Inicio',
  'settings.startKeys': 'Claves',
  'settings.startLast': 'Donde lo dejó',
  'settings.startPeople': 'Personas',
  'settings.startProfile': 'Perfil',
  'settings.startScreen': 'Pantalla de inicio',
  'settings.startScreenHint': 'Se muestra al abrir Latchkey y después de iniciar sesión.',
  'settings.startStatus': 'Estado',
  'settings.theme': 'Tema',
  'settings.themeDark': 'Oscuro',
  'settings.themeLight': 'Claro',
  'settings.themeSystem': 'Sistema',
  'settings.thirdPartyLicenses': 'Licencias de terceros',
  'settings.title': 'Ajustes',
  'settings.undoHint':
    'Hasta entonces no se envía nada. Las eliminaciones esperan al menos 60 segundos. Las demás acciones que no se pueden deshacer piden confirmación y se aplican de inmediato.',
  'settings.undoSaved': 'Tiene {seconds} segundos para deshacer las acciones.',
  'settings.undoSeconds': 'Tiempo para deshacer (segundos)',
  'settings.unlockByClick':
    'Se desbloquea con un clic. Oculta la pantalla, pero no detiene a quien use su sesión en este equipo; para eso, bloquee el equipo.',
  'settings.unlockByTouchId': 'Se desbloquea con Touch ID.',
  'settings.version': 'Versión',
  'settings.wholeNumber': 'debe ser un número entero de {min} a {max}',
}
