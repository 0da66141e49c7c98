import type { updates as english } from '../../en/node/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.checkFailed': 'Impossible de rechercher des mises à jour.',
  'updates.checkFailedHint': 'Vérifiez votre connexion, puis réessayez.',
  'updates.downloadFailed': 'La version {version} n’a pas pu être téléchargée ou vérifiée.',
  'updates.downloadFailedHint': 'Rien n’a été installé. Vérifiez votre connexion, puis réessayez.',
  'updates.notSigned':
    'La version {version} n’est pas signée par les auteurs de cette application.',
  'updates.notSignedHint':
    'Rien n’a été téléchargé. Réessayez plus tard, ou contactez la source qui vous a fourni Latchkey.',
}
