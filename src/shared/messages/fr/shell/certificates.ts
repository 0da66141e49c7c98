import type { certificates as english } from '../../en/shell/certificates.ts'

export const certificates: Record<keyof typeof english, string> = {
  'certificates.authority': 'Autorité de certification, qui signe des certificats de serveur',
  'certificates.certificate': 'Certificat',
  'certificates.chooseFile': 'choisissez un fichier',
  'certificates.chooseOne': 'Ce fichier contient plusieurs certificats. Choisissez-en un.',
  'certificates.clientInApp':
    'Si une instance demande un certificat client, Latchkey vous demande quel certificat du système utiliser.',
  'certificates.clientInBrowser':
    'Les certificats client ne sont pas disponibles dans un navigateur. L’application de bureau utilise ceux du système.',
  'certificates.compare': 'Comparez l’empreinte',
  'certificates.compareHint':
    '{compare} avec celle que votre administrateur vous a transmise par une autre voie. Quiconque possède la clé de ce certificat peut lire votre jeton.',
  'certificates.expired': 'Expiré ; il ne peut pas être approuvé.',
  'certificates.file': 'Fichier de certificat',
  'certificates.fingerprint': 'Empreinte (SHA-256)',
  'certificates.forInstance': 'Pour {origin} uniquement',
  'certificates.gitlabUrl': 'URL de GitLab',
  'certificates.issuer': 'Émetteur',
  'certificates.lead':
    'Latchkey fait confiance aux certificats du système et à ceux que vous ajoutez ici pour une seule instance.',
  'certificates.names': 'Noms',
  'certificates.notYetValid': 'Pas encore valide.',
  'certificates.pasteOrChoose': 'Collez-le ou {file} (PEM ou DER)',
  'certificates.pemExample': '-----BEGIN CERTIFICATE-----',
  'certificates.server': 'Certificat de serveur',
  'certificates.stopTrusting': 'Ne plus approuver',
  'certificates.subject': 'Sujet',
  'certificates.title': 'Certificats',
  'certificates.trust': 'Approuver le certificat',
  'certificates.trustForInstance': 'Approuver pour cette instance',
  'certificates.trustLead':
    'Pour une instance dont le certificat n’est pas approuvé par cet ordinateur. Utilisez celui que fournit son administrateur ; il n’est approuvé que pour cette instance.',
  'certificates.trusted': 'Certificat approuvé pour cette instance.',
  'certificates.type': 'Type',
  'certificates.untrusted': 'Le certificat n’est plus approuvé pour {origin}.',
  'certificates.urlExample': 'gitlab.example.com',
  'certificates.valid': 'Validité',
  'certificates.validPeriod': 'du {from} au {to}',
}
