import type { failures as english } from '../../en/shell/failures.ts'

export const failures: Record<keyof typeof english, string> = {
  'failures.checkAgain': 'Volver a comprobar',
  'failures.chooseCertificate': 'Elegir certificado',
  'failures.field': '{field}: {problems}',
  'failures.incompleteList':
    'No se muestra nada porque la lista estaría incompleta. Contacte con el administrador de la instancia.',
  'failures.lastUpdated': 'Última actualización: {time}',
  'failures.missingAccounts': 'Faltan cuentas',
  'failures.missingAccountsText':
    '{count, plural, one {No se pudo cargar # cuenta. Esta versión no entiende su entrada en accounts.json.} many {No se pudieron cargar # cuentas. Esta versión no entiende sus entradas en accounts.json.} other {No se pudieron cargar # cuentas. Esta versión no entiende sus entradas en accounts.json.}} No se eliminó nada: los datos siguen en ese archivo o en una copia junto a él.',
  'failures.needsConnection': 'Esto no se puede cargar sin conexión.',
  'failures.notLoadedYet': 'Aún no se ha cargado.',
  'failures.onWeb': 'En la web:',
  'failures.page': 'Se produjo un error en esta página.',
  'failures.pageHint': 'Vuelva a cargar la página y reinténtelo.',
  'failures.partOfList':
    'Se muestran las entradas cargadas hasta ahora. Contacte con el administrador de la instancia.',
  'failures.partlyFrom': 'en parte: {time}',
  'failures.retryAt': 'Podrá reintentarlo el {time}.',
  'failures.revoke': 'Revocar',
  'failures.scopes':
    'El token necesita {count, plural, one {el ámbito {scopes}} many {uno de estos ámbitos: {scopes}} other {uno de estos ámbitos: {scopes}}}.',
  'failures.showMore': 'Mostrar más',
  'failures.shown': 'Mostrando {count, number}. Hay más disponibles.',
  'failures.shownOf': 'Mostrando {count, number} de {total, number}.',
  'failures.stillMissing': 'Sigue sin aparecer.',
  'failures.stillUncertain': 'Sigue sin saberse si se creó.',
  'failures.unreadEntries':
    '{count, plural, one {No se pudo leer # entrada} many {No se pudieron leer # entradas} other {No se pudieron leer # entradas}}.',
  'failures.updating': 'Actualizando…',
}
