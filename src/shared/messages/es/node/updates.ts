import type { updates as english } from '../../en/node/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.checkFailed': 'No se pudo comprobar si hay actualizaciones.',
  'updates.checkFailedHint': 'Compruebe la conexión e inténtelo de nuevo.',
  'updates.downloadFailed': 'La versión {version} no se pudo descargar o verificar.',
  'updates.downloadFailedHint': 'No se instaló nada. Compruebe la conexión e inténtelo de nuevo.',
  'updates.notSigned': 'La versión {version} no está firmada por los creadores de esta aplicación.',
  'updates.notSignedHint':
    'No se descargó nada. Inténtelo de nuevo más tarde o pregunte a quien le proporcionó Latchkey.',
}
