import type { updates as english } from '../../en/screens/updates.ts'

export const updates: Record<keyof typeof english, string> = {
  'updates.appStore': 'Updates kommen aus dem Store, aus dem Sie Latchkey installiert haben.',
  'updates.beta': 'Beta',
  'updates.betaHint': 'Neue Funktionen schon früher.',
  'updates.browser':
    'Aktualisieren Sie Latchkey auf diesem Computer mit dem Programm, mit dem Sie es installiert haben.',
  'updates.channel': 'Kanal',
  'updates.check': 'Nach Updates suchen',
  'updates.checkDaily': 'Automatisch nach Updates suchen',
  'updates.checkDailyHint':
    'Einmal am Tag, dort, wo Sie Latchkey bezogen haben. Sendet nichts über Sie und installiert nichts, ohne zu fragen.',
  'updates.download': 'Herunterladen',
  'updates.downloading': 'Wird heruntergeladen: {percent} %',
  'updates.fromSource':
    'Latchkey läuft aus dem Quellcode. Aktualisieren Sie den Quellcode und bauen Sie Latchkey neu.',
  'updates.installOnQuit': 'Wird installiert, wenn Sie Latchkey beenden.',
  'updates.noSource':
    'Dieses Paket hat keine Update-Quelle. Suchen Sie eine neue Version dort, wo Sie es heruntergeladen haben.',
  'updates.notNow': 'Nicht jetzt',
  'updates.packageManager': 'Updates kommen vom Paketmanager Ihres Systems.',
  'updates.portable':
    'Die portable App aktualisiert sich nicht selbst. Ersetzen Sie sie durch eine neuere; Ihre Daten bleiben erhalten.',
  'updates.postponed': 'Um drei Tage verschoben.',
  'updates.readOnly':
    'Latchkey kann sich in diesem Ordner nicht selbst ersetzen. Verschieben Sie es in einen eigenen Ordner (auf einem Mac nach „Programme“) und öffnen Sie es dort.',
  'updates.released': 'Veröffentlicht am {date}',
  'updates.restart': 'Neu starten und installieren',
  'updates.skip': 'Diese Version überspringen',
  'updates.skipped': 'Sie haben diese Version übersprungen.',
  'updates.stable': 'Stabil',
  'updates.stableHint': 'Zuerst von anderen getestet.',
  'updates.title': 'Updates',
  'updates.unsigned':
    'Dieses Paket kann Updates nicht verifizieren, da es nicht signiert ist. Laden Sie neue Versionen dort herunter, wo Sie es bezogen haben.',
  'updates.upToDate': 'Latchkey ist auf dem neuesten Stand.',
  'updates.version': 'Version {version}',
}
