import type { device as english } from '../../en/node/device.ts'

export const device: Record<keyof typeof english, string> = {
  'device.leftoverGone': 'Este archivo ya no existe.',
  'device.leftoverGoneHint': 'Vuelva a cargar la lista.',
  'device.leftoverNotDeleted': 'No se pudo eliminar {name}: {reason}.',
  'device.leftoverNotDeletedHint':
    'Dé a su usuario acceso de lectura y escritura a la carpeta de datos, e inténtelo de nuevo.',
}
