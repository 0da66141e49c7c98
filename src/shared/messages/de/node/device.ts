import type { device as english } from '../../en/node/device.ts'

export const device: Record<keyof typeof english, string> = {
  'device.leftoverGone': 'Diese Datei existiert nicht mehr.',
  'device.leftoverGoneHint': 'Laden Sie die Liste neu.',
  'device.leftoverNotDeleted': '{name} konnte nicht gelöscht werden: {reason}.',
  'device.leftoverNotDeletedHint':
    'Geben Sie Ihrem Benutzer Lese- und Schreibrechte für den Datenordner und versuchen Sie es dann erneut.',
}
