import type { updates as english } from '../../en/node/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.checkFailed': 'Es konnte nicht nach Updates gesucht werden.',
  'updates.checkFailedHint': 'Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'updates.downloadFailed':
    'Version {version} konnte nicht heruntergeladen oder nicht verifiziert werden.',
  'updates.downloadFailedHint':
    'Es wurde nichts installiert. Prüfen Sie Ihre Verbindung und versuchen Sie es dann erneut.',
  'updates.notSigned': 'Version {version} ist nicht von den Herstellern dieser App signiert.',
  'updates.notSignedHint':
    'Es wurde nichts heruntergeladen. Versuchen Sie es später erneut oder fragen Sie dort nach, wo Sie Latchkey bezogen haben.',
}
