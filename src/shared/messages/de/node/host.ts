import type { host as english } from '../../en/node/host.ts'

export const host: Record<keyof typeof english, string> = {
  'host.address': 'Latchkey läuft unter {url}',
  'host.addressOnce': 'Die Adresse funktioniert nur einmal.',
  'host.browserNotOpened':
    'Der Browser hat Latchkey nicht geöffnet. Öffnen Sie diese Adresse; sie funktioniert nur einmal: {url}',
  'host.crashed': 'Latchkey musste beendet werden',
  'host.crashedHint':
    'Ein unerwarteter Fehler ist aufgetreten. Eingereihte Aktionen bleiben erhalten. Starten Sie Latchkey erneut; Einzelheiten finden Sie im Log.',
  'host.enterForAddress': 'Drücken Sie die Eingabetaste für eine neue Adresse.',
  'host.failed': 'Der Browser-Host ist ausgefallen.',
  'host.foreignCall': 'Dieser Aufruf kam nicht von der Seite von Latchkey.',
  'host.foreignCallHint': 'Starten Sie Latchkey neu.',
  'host.help':
    'Optionen:\n  --data ORDNER          Bewahrt alles in diesem Ordner auf.\n  --demo                 Öffnet die Demo als Benutzer.\n  --demo-admin           Öffnet die Demo als Administrator.\n  --port N               Browser-Host: lauscht auf diesem Port von 127.0.0.1; 0, die Vorgabe, nimmt einen freien.\n  --no-open              Browser-Host: gibt die Adresse aus, statt einen Browser zu öffnen.\n  --hidden               Desktop-App: startet ohne Fenster.\n  --self-test DATEI      Desktop-App: prüft sich selbst, schreibt einen Bericht und endet.\n  --verify-log DATEI     Prüft einen Export des Audit-Logs und endet.\n  --verbose              Protokolliert jeden Aufruf.\n  -h, --help             Zeigt dies an und endet.',
  'host.invalidKey': 'Dieser Schlüssel ist ungültig oder wurde bereits verwendet.',
  'host.invalidPort': '--port erwartet eine Zahl von 0 bis 65535, nicht {port}.',
  'host.invalidTime':
    'LATCHKEY_TIME erwartet Datum und Uhrzeit wie 2026-12-31T22:59:30Z, nicht {time}.',
  'host.jsonOnly': 'Es wird nur JSON akzeptiert.',
  'host.leave': 'Verlassen',
  'host.leaveUnsaved': 'Verlassen, ohne zu speichern?',
  'host.leaveUnsavedHint': 'Nicht gespeicherte Änderungen gehen verloren.',
  'host.linkNotClicked': 'Dieser Link wurde nicht durch einen Klick oder Tastendruck geöffnet.',
  'host.linkOfOtherSite': 'Keines Ihrer Konten gehört zu dieser Website.',
  'host.needsValue': '{option} braucht einen Wert.',
  'host.noAccess': 'Zugriff verweigert.',
  'host.noCall': 'Unbekannter Aufruf.',
  'host.noJsonObject': 'Kein JSON-Objekt.',
  'host.notFound': 'Nicht gefunden.',
  'host.notSignedIn': 'Öffnen Sie Latchkey unter der Adresse, die es ausgegeben hat.',
  'host.open': 'Öffnen',
  'host.openAddress': 'Öffnen Sie diese Adresse; sie funktioniert nur einmal: {url}',
  'host.openLink': '{host} im Browser öffnen?',
  'host.opensInBrowser': 'Latchkey läuft unter {url} und wird im Browser geöffnet.',
  'host.portForbidden':
    'Sie sind nicht berechtigt, den Port {port} zu verwenden. Wählen Sie einen anderen Port oder 0 für einen beliebigen freien.',
  'host.portTaken':
    'Der Port {port} ist bereits belegt. Wählen Sie einen anderen Port oder 0 für einen beliebigen freien.',
  'host.startFailed': 'Latchkey konnte nicht gestartet werden',
  'host.startFailedBecause': 'Latchkey konnte nicht gestartet werden: {reason}',
  'host.stay': 'Bleiben',
  'host.takesNoValue': '{option} nimmt keinen Wert an.',
  'host.tooFewFiles': 'Das Limit dieser Sitzung für offene Dateien ist für Latchkey zu niedrig.',
  'host.tooFewFilesHint':
    'Erhöhen Sie das Limit, zum Beispiel mit ulimit -n 1024, und starten Sie dann erneut.',
  'host.unexpectedArgument': 'Unerwartetes Argument {option}.',
  'host.unknownOption': 'Unbekannte Option {option}.',
  'host.unknownOptionHint': '--help listet die Optionen auf.',
}
