import type { certificates as english } from '../../en/shell/certificates.ts'

export const certificates: Record<keyof typeof english, string> = {
  'certificates.authority': 'Zertifizierungsstelle, die Serverzertifikate signiert',
  'certificates.certificate': 'Zertifikat',
  'certificates.chooseFile': 'Datei auswählen',
  'certificates.chooseOne': 'Diese Datei enthält mehrere Zertifikate. Wählen Sie eines aus.',
  'certificates.clientInApp':
    'Wenn eine Instanz ein Client-Zertifikat verlangt, fragt Latchkey, welches der Zertifikate des Systems verwendet werden soll.',
  'certificates.clientInBrowser':
    'Client-Zertifikate sind im Browser nicht verfügbar. Die Desktop-App verwendet die des Systems.',
  'certificates.compare': 'Vergleichen Sie den Fingerabdruck',
  'certificates.compareHint':
    '{compare} mit dem, den Ihr Administrator Ihnen auf einem anderen Weg gesendet hat. Wer den Schlüssel dieses Zertifikats hat, kann Ihr Token lesen.',
  'certificates.expired': 'Abgelaufen, daher nicht vertrauenswürdig.',
  'certificates.file': 'Zertifikatsdatei',
  'certificates.fingerprint': 'Fingerabdruck (SHA-256)',
  'certificates.forInstance': 'Nur für {origin}',
  'certificates.gitlabUrl': 'GitLab-URL',
  'certificates.issuer': 'Aussteller',
  'certificates.lead':
    'Latchkey vertraut den Zertifikaten des Systems und denen, die Sie hier für eine einzelne Instanz hinzufügen.',
  'certificates.names': 'Namen',
  'certificates.notYetValid': 'Noch nicht gültig.',
  'certificates.pasteOrChoose': 'Einfügen oder {file} (PEM oder DER)',
  'certificates.pemExample': '-----BEGIN CERTIFICATE-----',
  'certificates.server': 'Serverzertifikat',
  'certificates.stopTrusting': 'Nicht mehr vertrauen',
  'certificates.subject': 'Inhaber',
  'certificates.title': 'Zertifikate',
  'certificates.trust': 'Einem Zertifikat vertrauen',
  'certificates.trustForInstance': 'Für diese Instanz vertrauen',
  'certificates.trustLead':
    'Für eine Instanz, deren Zertifikat dieser Computer nicht vertraut. Verwenden Sie das von ihrem Administrator; ihm wird nur für diese Instanz vertraut.',
  'certificates.trusted': 'Dem Zertifikat wird für diese Instanz vertraut.',
  'certificates.type': 'Typ',
  'certificates.untrusted': 'Dem Zertifikat wird für {origin} nicht mehr vertraut.',
  'certificates.urlExample': 'gitlab.example.com',
  'certificates.valid': 'Gültig',
  'certificates.validPeriod': '{from} bis {to}',
}
