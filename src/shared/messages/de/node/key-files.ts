import type { keyFiles as english } from '../../en/node/key-files.ts'

export const keyFiles: Record<keyof typeof english, string> = {
  'keyFiles.ageKey': 'Öffentlicher Schlüssel für age, nicht für SSH.',
  'keyFiles.allowedSigners': 'Schlüssel, mit denen andere Personen signieren.',
  'keyFiles.authorizedKeys':
    'Schlüssel, mit denen man sich an diesem Computer anmelden kann. Sie gehören möglicherweise nicht Ihnen.',
  'keyFiles.binary': 'Keine Textdatei, enthält also keinen öffentlichen SSH-Schlüssel.',
  'keyFiles.chooseGpgKey':
    'Wählen Sie einen öffentlichen Schlüssel, der mit „{command}“ exportiert wurde.',
  'keyFiles.choosePublicKey':
    'Wählen Sie stattdessen den öffentlichen Schlüssel, meist eine .pub-Datei.',
  'keyFiles.chooseSshKey': 'Wählen Sie einen öffentlichen SSH-Schlüssel, meist eine .pub-Datei.',
  'keyFiles.configuration': 'Konfigurationsdatei.',
  'keyFiles.convert': 'Konvertieren Sie ihn mit „{command}“.',
  'keyFiles.copyAgain': 'Kopieren Sie den ganzen öffentlichen Schlüssel noch einmal.',
  'keyFiles.cutOff': 'Unvollständiger Schlüssel: Das Ende fehlt.',
  'keyFiles.ed25519Length': 'Beschädigter Schlüssel: Ein Ed25519-Schlüssel hat 32 Byte.',
  'keyFiles.empty': 'Kein Inhalt.',
  'keyFiles.exportAgain': 'Exportieren Sie den öffentlichen Schlüssel erneut.',
  'keyFiles.exportAgainWith': 'Exportieren Sie den öffentlichen Schlüssel erneut mit „{command}“.',
  'keyFiles.exportPublicKey':
    'Exportieren Sie stattdessen den öffentlichen Schlüssel mit „{command}“.',
  'keyFiles.extraData': 'Beschädigter Schlüssel: Er enthält überzählige Daten.',
  'keyFiles.folder': 'Das ist ein Ordner.',
  'keyFiles.gpgKey': 'GPG-Schlüssel, kein öffentlicher SSH-Schlüssel.',
  'keyFiles.importAsGpgKey': 'Importieren Sie ihn unter „GPG-Schlüssel“.',
  'keyFiles.importAsSshKey': 'Importieren Sie ihn unter „SSH-Schlüssel“.',
  'keyFiles.importCertifiedKey':
    'Importieren Sie den Schlüssel, für den es ausgestellt wurde: die Datei mit demselben Namen ohne „-cert“.',
  'keyFiles.keyParameters': 'Schlüsselparameter, kein öffentlicher Schlüssel.',
  'keyFiles.knownHosts': 'Schlüssel anderer Computer, nicht Ihre eigenen.',
  'keyFiles.linkLoop': 'Link, der auf sich selbst verweist.',
  'keyFiles.linkToFolder': 'Link auf einen Ordner. Solchen Links wird nicht gefolgt.',
  'keyFiles.minisignKey': 'Öffentlicher Schlüssel für minisign oder signify, nicht für SSH.',
  'keyFiles.missing': 'Die Datei oder die Datei, auf die sie verweist, existiert nicht mehr.',
  'keyFiles.negativeNumber': 'Beschädigter Schlüssel: Er enthält eine negative Zahl.',
  'keyFiles.noEndLine': 'Unvollständiger Schlüssel: Die Zeile „{line}“ fehlt.',
  'keyFiles.noGpgKey': 'Kein GPG-Schlüssel gefunden.',
  'keyFiles.noOpenPgpKey': 'Kein OpenPGP-Schlüssel gefunden.',
  'keyFiles.noPermission': 'Sie haben keine Leseberechtigung.',
  'keyFiles.noSshKey': 'Kein öffentlicher SSH-Schlüssel gefunden.',
  'keyFiles.noType': 'Der Schlüsseltyp, zum Beispiel ssh-ed25519, fehlt.',
  'keyFiles.noUserId': 'Der Schlüssel hat keine selbstsignierte Benutzer-ID.',
  'keyFiles.notBase64':
    'Unvollständiger oder beschädigter Schlüssel: Seine Daten sind kein gültiges Base64.',
  'keyFiles.notFolder': 'Kein Ordner.',
  'keyFiles.notOnCurve': 'Beschädigter Schlüssel: Sein Punkt liegt nicht auf der Kurve.',
  'keyFiles.notReadableAsKey': 'Konnte nicht als Schlüssel gelesen werden.',
  'keyFiles.notRegular': 'Keine reguläre Datei.',
  'keyFiles.numberTooLong': 'Beschädigter Schlüssel: Er enthält eine Zahl mit mehr als 16.384 Bit.',
  'keyFiles.otherOpenPgpData': 'OpenPGP-Daten, aber kein Schlüssel.',
  'keyFiles.pem': 'Öffentlicher Schlüssel im PEM-Format, nicht im SSH-Format.',
  'keyFiles.pgpMessage': 'PGP-Nachricht, kein Schlüssel.',
  'keyFiles.pgpSignature': 'PGP-Signatur, kein Schlüssel.',
  'keyFiles.privateKey':
    'Enthält {kind, select, age {einen geheimen age-Schlüssel} der {einen privaten Schlüssel (DER)} dsa {einen privaten DSA-Schlüssel} ec {einen privaten EC-Schlüssel} encryptedPkcs8 {einen verschlüsselten privaten Schlüssel (PKCS#8)} gpg {einen privaten GPG-Schlüssel} jwk {einen privaten Schlüssel (JWK)} minisign {einen geheimen minisign- oder signify-Schlüssel} openssh {einen privaten OpenSSH-Schlüssel} pkcs8 {einen privaten Schlüssel (PKCS#8)} putty {einen privaten PuTTY-Schlüssel} rsa {einen privaten RSA-Schlüssel} sshCom {einen privaten SSH.com-Schlüssel} sshProtocol1 {einen privaten Schlüssel für SSH-Protokoll 1} other {einen privaten Schlüssel}}. Private Schlüssel verlassen diesen Computer nie.',
  'keyFiles.problem': '{file}: {reason}',
  'keyFiles.problemInLine': '{file}, Zeile {line}: {reason}',
  'keyFiles.readError': 'Konnte nicht gelesen werden ({code}).',
  'keyFiles.removeComment': 'Entfernen Sie den Kommentar aus der .pub-Datei.',
  'keyFiles.rsaTooShort': 'RSA-Schlüssel mit {bits} Bit, zu kurz für jedes SSH-Programm.',
  'keyFiles.secretInComment':
    'Der Kommentar könnte einen privaten Schlüssel enthalten. Private Schlüssel verlassen diesen Computer nie.',
  'keyFiles.secretInUserId':
    'Eine Benutzer-ID sieht wie ein privater Schlüssel aus. Private Schlüssel verlassen diesen Computer nie.',
  'keyFiles.sshCertificate': 'OpenSSH-Zertifikat, nicht der Schlüssel selbst.',
  'keyFiles.sshKey': 'SSH-Schlüssel, kein GPG-Schlüssel.',
  'keyFiles.sshProtocol1':
    'Schlüssel für SSH-Protokoll 1. Das Protokoll wird nicht mehr unterstützt.',
  'keyFiles.sshSignature': 'SSH-Signatur, kein öffentlicher Schlüssel.',
  'keyFiles.tooDeep': 'Mehr als {levels} Ordnerebenen tief. Nicht durchsucht.',
  'keyFiles.tooLarge': 'Zu groß für eine Schlüsseldatei. Die Grenze liegt bei {kibibytes} KiB.',
  'keyFiles.tooManyFiles': 'Mehr als {count, number} Dateien. Die übrigen wurden nicht durchsucht.',
  'keyFiles.typeMismatch':
    'Beschädigter Schlüssel: Er beginnt mit {declared}, enthält aber {actual}.',
  'keyFiles.unknownOptions':
    'Der Text vor dem Schlüssel ist keine Schlüsseloption. Solche Zeilen gibt es nur in Listen bekannter Hosts.',
  'keyFiles.unknownType': 'Beschädigter Schlüssel: Sein Typ ist unbekannt.',
  'keyFiles.unsupportedOpenPgpKey': 'Diese Art von OpenPGP-Schlüssel wird nicht unterstützt.',
  'keyFiles.unsupportedType': 'GitLab akzeptiert keine Schlüssel vom Typ {type}.',
  'keyFiles.unusualSecretKey': 'Geheimer Schlüssel in einem ungewöhnlichen Format.',
  'keyFiles.wrongCurve': 'Beschädigter Schlüssel: Kurve und Punkt passen nicht zusammen.',
  'keyFiles.x509Certificate': 'X.509-Zertifikat, kein öffentlicher SSH-Schlüssel.',
  'keyFiles.makePublicKey':
    'Wählen Sie stattdessen den öffentlichen Schlüssel, meist eine .pub-Datei. So entsteht sie: {command}',
}
