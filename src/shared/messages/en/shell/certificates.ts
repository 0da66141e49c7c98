export const certificates = {
  'certificates.authority': 'Certificate authority, which signs server certificates',
  'certificates.certificate': 'Certificate',
  'certificates.chooseFile': 'choose a file',
  'certificates.chooseOne': 'This file contains several certificates. Choose one.',
  'certificates.clientInApp':
    'If an instance requests a client certificate, Latchkey asks which of the system’s certificates to use.',
  'certificates.clientInBrowser':
    'Client certificates aren’t available in a browser. The desktop app uses those of the system.',
  'certificates.compare': 'Compare the fingerprint',
  'certificates.compareHint':
    '{compare} with the one that your administrator sent you another way. Anyone with this certificate’s key can read your token.',
  'certificates.expired': 'Expired, so it can’t be trusted.',
  'certificates.file': 'Certificate file',
  'certificates.fingerprint': 'Fingerprint (SHA-256)',
  'certificates.forInstance': 'For {origin} only',
  'certificates.gitlabUrl': 'GitLab URL',
  'certificates.issuer': 'Issuer',
  'certificates.lead':
    'Latchkey trusts the system’s certificates, and those you add here for a single instance.',
  'certificates.names': 'Names',
  'certificates.notYetValid': 'Not valid yet.',
  'certificates.pasteOrChoose': 'Paste it, or {file} (PEM or DER)',
  'certificates.pemExample': '-----BEGIN CERTIFICATE-----',
  'certificates.server': 'Server certificate',
  'certificates.stopTrusting': 'Stop trusting',
  'certificates.subject': 'Subject',
  'certificates.title': 'Certificates',
  'certificates.trust': 'Trust certificate',
  'certificates.trustForInstance': 'Trust for this instance',
  'certificates.trustLead':
    'For an instance whose certificate this computer doesn’t trust. Use the one from its administrator; it’s trusted for this instance only.',
  'certificates.trusted': 'Certificate trusted for this instance.',
  'certificates.type': 'Type',
  'certificates.untrusted': 'Certificate no longer trusted for {origin}.',
  'certificates.urlExample': 'gitlab.example.com',
  'certificates.valid': 'Valid',
  'certificates.validPeriod': '{from} to {to}',
}
