import type { queue as english } from '../../en/node/queue.ts'

export const queue: Record<keyof typeof english, string> = {
  'queue.accountEnds':
    'La acción «{action}» está en cola para {username}, así que después no puede ir ninguna otra.',
  'queue.accountEndsHint': 'Primero, cancele esa acción.',
  'queue.actionGone': 'Esta acción ya no está en la cola.',
  'queue.actionGoneHint': 'Vuelva a cargar la lista de acciones.',
  'queue.afterAction': 'Después de «{action}»: {objection}',
  'queue.alreadyGone': 'La cuenta ya estaba eliminada, así que no se cambió nada.',
  'queue.alreadyInState': 'El usuario ya estaba {state}, así que no se cambió nada.',
  'queue.alreadyWithoutTwoFactor':
    'La autenticación en dos pasos ya estaba desactivada, así que no se cambió nada.',
  'queue.confirmedField': 'no es {username}',
  'queue.conflictHint': 'Decida si la acción sigue siendo correcta.',
  'queue.deletionLikely':
    'GitLab no respondió, pero bloqueó la cuenta. Probablemente la eliminación esté en curso.',
  'queue.deletionLikelyHint': 'Latchkey seguirá comprobándolo hasta que la cuenta desaparezca.',
  'queue.deletionRuns': 'GitLab aceptó la eliminación.',
  'queue.deletionRunsHint':
    'GitLab elimina las cuentas en segundo plano, así que el usuario puede seguir un tiempo en la lista.',
  'queue.deletionUnconfirmed':
    'GitLab no respondió y la cuenta todavía existe. Puede que la eliminación esté en curso.',
  'queue.deletionUnconfirmedHint':
    'Latchkey seguirá comprobándolo. Vuelva a enviarla solo si tiene la certeza de que GitLab no la recibió.',
  'queue.due': 'Ha llegado la fecha de esta acción.',
  'queue.dueHint': 'No se puede deshacer, así que solo se enviará cuando la confirme.',
  'queue.earlierStepFailed': 'Un paso anterior para este usuario no se hizo.',
  'queue.expired': 'La acción no se envió en siete días.',
  'queue.expiredHint': 'Compruebe el usuario y reintente la acción si sigue siendo correcta.',
  'queue.expiredUnconfirmed':
    'GitLab no respondió y, cuando Latchkey lo comprobó, la acción no se había hecho. No se volvió a enviar en siete días.',
  'queue.fieldsChanged': 'Entretanto, alguien cambió los mismos campos.',
  'queue.fieldsIgnored': 'GitLab no cambió {fields}.',
  'queue.goneUnconfirmed':
    'GitLab no respondió y el usuario ya no existe, así que no se puede comprobar el resultado.',
  'queue.goneUnconfirmedHint': 'Entretanto se eliminó la cuenta. No queda nada por hacer.',
  'queue.hasBeenActive': 'El usuario ha estado activo y se conserva.',
  'queue.hasExpired': 'La acción «{action}» para {username} caducó y no se envió.',
  'queue.hasSignedIn': 'El usuario ya ha iniciado sesión y se conserva.',
  'queue.isDone': 'La acción «{action}» para {username} ya está hecha.',
  'queue.isInProgress': 'La acción «{action}» para {username} está en curso.',
  'queue.isQueued': 'La acción «{action}» para {username} está en cola.',
  'queue.isScheduled': 'La acción «{action}» para {username} está programada.',
  'queue.isUnknown':
    'La acción «{action}» para {username} se envió, pero aún no se conoce el resultado.',
  'queue.needsReview': 'La acción «{action}» para {username} requiere revisión.',
  'queue.noAnswer': 'GitLab no respondió.',
  'queue.noEffect': 'GitLab aceptó «{action}», pero no cambió nada.',
  'queue.noEffectHint': 'Compruebe el usuario y decida qué hacer.',
  'queue.notAdministrator': 'Esta cuenta ya no es de administrador.',
  'queue.notAdministratorHint': 'Otro administrador puede restaurar sus permisos.',
  'queue.notAllRemoved': 'GitLab no lo quitó todo.',
  'queue.notAllRemovedHint': 'Compruebe el usuario y reinténtelo.',
  'queue.notConfirmed': 'El nombre de usuario escrito no es {username}.',
  'queue.notConfirmedHint':
    'Escríbalo exactamente como se muestra. Las cuentas eliminadas no se pueden recuperar.',
  'queue.noteHint': 'Añádalo manualmente a las notas de administración del usuario.',
  'queue.noteNotStored': 'Hecho, pero GitLab no guardó el motivo en las notas de administración.',
  'queue.noteNotWritten':
    'Hecho, pero no se pudo añadir el motivo a las notas de administración: {reason}',
  'queue.nothingThere': 'No había nada que quitar.',
  'queue.nothingToChange': 'Todo estaba ya configurado, así que no se cambió nada.',
  'queue.nothingToDecide': 'Esta acción ya no requiere revisión.',
  'queue.nothingToDecideHint': 'Compruebe su resultado.',
  'queue.notMoved': 'Ya no se puede mover.',
  'queue.notOfRun': 'La ejecución no creó a todos estos usuarios.',
  'queue.notQueued': 'No se puso nada en cola.',
  'queue.notSaved': 'No se pudo guardar la cola en este equipo, así que no se cambió nada.',
  'queue.notSavedHint':
    'Compruebe que el disco no esté lleno y que se pueda escribir en su carpeta, e inténtelo de nuevo.',
  'queue.notSent': 'No se envió nada.',
  'queue.orderKept':
    'Moverla ahí cambiaría el orden de las acciones para {username} o para el usuario con el que se intercambiaría.',
  'queue.orderKeptHint':
    'Las acciones para un mismo usuario conservan su orden. Espere a la otra acción o cancélela antes.',
  'queue.previewOutdated':
    'La vista previa está desactualizada: ahora {count, plural, one {cambiaría # usuario} many {cambiarían # usuarios} other {cambiarían # usuarios}}, no {expected, number}.',
  'queue.previewOutdatedHint': 'Vuelva a revisar la vista previa antes de empezar.',
  'queue.quitAnyway': 'Salir',
  'queue.quitKept':
    '{kept, plural, one {Se conserva} many {Se conservan} other {Se conservan}} en este equipo hasta que Latchkey se inicie de nuevo.',
  'queue.quitKeptAndLost':
    '{kept, plural, one {# acción se conserva} many {# acciones se conservan} other {# acciones se conservan}} en este equipo hasta que Latchkey se inicie de nuevo. {lost, plural, one {# acción se pierde} many {# acciones se pierden} other {# acciones se pierden}} porque la demo termina al cerrar Latchkey.',
  'queue.quitLost':
    '{lost, plural, one {Se pierde} many {Se pierden} other {Se pierden}} porque la demo termina al cerrar Latchkey.',
  'queue.quitStay': 'Quedarse',
  'queue.quitTitle':
    '{count, plural, one {# acción aún no se ha enviado} many {# acciones aún no se han enviado} other {# acciones aún no se han enviado}}.',
  'queue.rateLimited': 'Se alcanzó el límite de peticiones.',
  'queue.rateLimitedHint': 'Latchkey espera el tiempo que pide GitLab.',
  'queue.reasonRequired':
    'Introduzca un motivo, porque un paso lo añade a las notas de administración.',
  'queue.reasonUnchanged': 'Su motivo ya no se puede cambiar.',
  'queue.renamed': '{username} ahora se llama {usernameNow}.',
  'queue.runGone': 'Esta ejecución ya no existe.',
  'queue.runGoneHint': 'Vuelva a cargar la lista de ejecuciones.',
  'queue.signInUnknown': 'GitLab no muestra si el usuario ha iniciado sesión, así que se conserva.',
  'queue.skippedIncomplete':
    'No se pudo leer el rol o el estado. Abra el usuario para volver a leerlo.',
  'queue.skippedQueued': 'Ya hay en cola una acción para este usuario.',
  'queue.skippedUnknown':
    'El usuario no está en la lista de este equipo. Puede que la cuenta se haya eliminado o sea nueva.',
  'queue.stateChanged': '{username} estaba {before} y ahora está {after}.',
  'queue.stateIsNow': '{username} ahora está {after}.',
  'queue.undoMissed':
    'El tiempo para deshacer esta eliminación pasó mientras Latchkey estaba cerrado, en suspensión, bloqueado o sin conexión.',
  'queue.undoMissedHint': 'No se envió nada. Decida si aún se debe eliminar al usuario.',
  'queue.userGone': 'Este usuario ya no existe.',
  'queue.userGoneHint': 'Entretanto se eliminó la cuenta. No se cambió nada.',
  'queue.userUnconfirmed':
    'Puede que la respuesta no sea de GitLab, así que el usuario podría seguir existiendo. Latchkey lo intentará de nuevo.',
  'queue.usersRefused': 'No se pueden leer los usuarios: {reason}',
  'queue.usersRefusedHint':
    'Los administradores pueden leer a todos los usuarios; puede que haya respondido algo situado delante de GitLab o que su cuenta esté restringida. Latchkey lo intentará de nuevo.',
  'queue.wasCancelled': 'La acción «{action}» para {username} se canceló.',
  'queue.wasRefused': 'La acción «{action}» para {username} se rechazó.',
}
