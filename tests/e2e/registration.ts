/** The entries of the first step of a registration: by the labels of a phone's screens, each with the next title. */
export const firstStep = (name: string, password = 'QuietMeadow#42') =>
  [
    ['Your address', { 'First name': 'Perpetua', 'Last name': 'Hallowmere' }],
    ['How we reach you', { Address: '412 Larkspur Ln', City: 'Alder Falls', Zip: '55810' }],
    ['Your login', { Email: `${name}@lantern-street.example`, Phone: '6125550187' }],
    ['What should we watch?', { Username: name, Password: password, 'Confirm password': password }],
  ] as const
