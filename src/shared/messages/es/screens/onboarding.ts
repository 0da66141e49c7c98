import type { onboarding as english } from '../../en/screens/onboarding.ts'

export const onboarding: Record<keyof typeof english, string> = {
  'onboarding.administrators':
    '{count, plural, one {# de ellos será administrador.} many {# de ellos serán administradores.} other {# de ellos serán administradores.}}',
  'onboarding.allRows': 'Todas ({count, number})',
  'onboarding.cancelConfirm': 'Cancelar el resto',
  'onboarding.cancelText': 'Los usuarios que ya se crearon se conservan.',
  'onboarding.cancelTitle':
    '{count, plural, one {¿Cancelar la creación del usuario restante?} many {¿Cancelar la creación de los # usuarios restantes?} other {¿Cancelar la creación de los # usuarios restantes?}}',
  'onboarding.cancelled': 'Se canceló la creación de los usuarios restantes.',
  'onboarding.check': 'Revisión',
  'onboarding.checkRows': 'Revisar filas',
  'onboarding.chooseFile': 'Elegir archivo CSV…',
  'onboarding.column': 'Columna {number, number}',
  'onboarding.columnNamed': 'Columna «{title}»',
  'onboarding.columns': 'Columnas',
  'onboarding.columnsLead':
    'Elija qué contiene cada columna. El nombre de usuario, el nombre y el correo son obligatorios.',
  'onboarding.compared': 'Comparación con la lista de usuarios del {when}.',
  'onboarding.counts': 'Creados: {created, number} · Fallidos: {failed, number}',
  'onboarding.create': 'Crear usuarios',
  'onboarding.createCount':
    'Crear {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'onboarding.createLead':
    'GitLab envía a cada usuario un correo con un enlace para establecer la contraseña. Las filas con problemas se omiten.',
  'onboarding.directory': 'Usuarios',
  'onboarding.domains': 'Dominios de correo permitidos',
  'onboarding.domainsHint': 'Opcional. Se avisa de las filas con otros dominios.',
  'onboarding.domainsPlaceholder': 'example.com, example.org',
  'onboarding.downloadProblems': 'Descargar filas con problemas',
  'onboarding.dropFile': 'Suelte el archivo CSV para revisarlo.',
  'onboarding.fileTooLarge': 'El archivo supera los {megabytes, number} MiB. Divídalo.',
  'onboarding.fileUnreadable': 'No se pudo leer el archivo.',
  'onboarding.hasHeader': 'La primera fila contiene los nombres de las columnas',
  'onboarding.keepRunning': 'Continuar la ejecución',
  'onboarding.lead': 'Cree muchos usuarios a partir de un archivo CSV o de filas pegadas.',
  'onboarding.leaveText': 'Las filas no se conservan.',
  'onboarding.leaveTitle': '¿Salir sin crear los usuarios?',
  'onboarding.line': 'Línea {line, number}',
  'onboarding.linksEmailed':
    'Los usuarios establecen su contraseña con el enlace que GitLab les envía por correo.',
  'onboarding.notCompared':
    'La lista de usuarios no está cargada, así que los nombres de usuario y los correos no se compararon con los de los usuarios existentes.',
  'onboarding.notImported': 'No importar',
  'onboarding.notUtf8':
    'El archivo no está en UTF-8. Guárdelo como «CSV UTF-8» y vuelva a elegirlo.',
  'onboarding.openDirectory': 'Abra la lista de usuarios para actualizarla.',
  'onboarding.pasted': 'Filas pegadas',
  'onboarding.pastedHint':
    'Separe las celdas con comas, puntos y comas o tabuladores. También puede soltar un archivo.',
  'onboarding.pastedPlaceholder': 'username,name,email',
  'onboarding.paused': 'Ejecución pausada.',
  'onboarding.problemCount':
    '{count, plural, one {# fila tiene problemas.} many {# filas tienen problemas.} other {# filas tienen problemas.}}',
  'onboarding.readyCount':
    '{count, plural, one {# fila está lista.} many {# filas están listas.} other {# filas están listas.}}',
  'onboarding.remove': 'Quitar ejecución',
  'onboarding.removeFile': 'Quitar archivo',
  'onboarding.removeText': 'Se eliminan sus resultados y su informe. Los usuarios se conservan.',
  'onboarding.removeTitle': '¿Quitar esta ejecución?',
  'onboarding.removed': 'Ejecución quitada. Sus usuarios se conservan.',
  'onboarding.report': 'Descargar informe',
  'onboarding.resumed': 'Ejecución reanudada.',
  'onboarding.retryFailed': 'Reintentar fallidos ({count, number})',
  'onboarding.retrying': 'Reintentando.',
  'onboarding.rows': 'Usuarios nuevos',
  'onboarding.rowsLead': 'Hasta {max, number} filas. No se envía nada hasta que lo confirme.',
  'onboarding.runTitle':
    'Crear {count, plural, one {# usuario} many {# usuarios} other {# usuarios}}',
  'onboarding.run_cancelled': 'Cancelada',
  'onboarding.run_finished': 'Terminada',
  'onboarding.run_paused': 'Pausada',
  'onboarding.run_running': 'En curso',
  'onboarding.runs': 'Ejecuciones',
  'onboarding.shownRows': 'Filas',
  'onboarding.skipConfirmation': 'Omitir la confirmación del correo',
  'onboarding.skipConfirmationHint':
    'Los correos se dan por confirmados, salvo que una columna indique lo contrario.',
  'onboarding.started': 'Inicio: {when}.',
  'onboarding.state_cancelled': 'Cancelado',
  'onboarding.state_created': 'Creado',
  'onboarding.state_failed': 'Fallido',
  'onboarding.state_pending': 'Pendiente',
  'onboarding.state_sending': 'Enviando',
  'onboarding.state_unknown': 'Comprobando',
  'onboarding.withProblems': 'Con problemas ({count, number})',
}
