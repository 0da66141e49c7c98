import type { device as english } from '../../en/node/device.ts'

export const device: Record<keyof typeof english, string> = {
  'device.leftoverGone': 'Ce fichier n’existe plus.',
  'device.leftoverGoneHint': 'Rechargez la liste.',
  'device.leftoverNotDeleted': 'Impossible de supprimer {name} : {reason}.',
  'device.leftoverNotDeletedHint':
    'Donnez à votre compte utilisateur l’accès en lecture et en écriture au dossier de données, puis réessayez.',
}
