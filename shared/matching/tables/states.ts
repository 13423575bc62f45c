/**
 * States and their postal codes, without the codes that are also words or legal forms
 * (IN, ME, OR, OK, HI, OH, DE, LA, AL, ID, MA, PA, CO, MD). Names become codes; codes never become names.
 */
export const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ALASKA: 'AK',
    ARIZONA: 'AZ',
    ARKANSAS: 'AR',
    CALIFORNIA: 'CA',
    CONNECTICUT: 'CT',
    'DISTRICT OF COLUMBIA': 'DC',
    FLORIDA: 'FL',
    GEORGIA: 'GA',
    ILLINOIS: 'IL',
    IOWA: 'IA',
    KANSAS: 'KS',
    KENTUCKY: 'KY',
    MICHIGAN: 'MI',
    MINNESOTA: 'MN',
    MISSISSIPPI: 'MS',
    MISSOURI: 'MO',
    MONTANA: 'MT',
    NEBRASKA: 'NE',
    NEVADA: 'NV',
    'NEW HAMPSHIRE': 'NH',
    'NEW JERSEY': 'NJ',
    'NEW MEXICO': 'NM',
    'NEW YORK': 'NY',
    'NORTH CAROLINA': 'NC',
    'NORTH DAKOTA': 'ND',
    'RHODE ISLAND': 'RI',
    'SOUTH CAROLINA': 'SC',
    'SOUTH DAKOTA': 'SD',
    TENNESSEE: 'TN',
    TEXAS: 'TX',
    UTAH: 'UT',
    VERMONT: 'VT',
    VIRGINIA: 'VA',
    WASHINGTON: 'WA',
    'WEST VIRGINIA': 'WV',
    WISCONSIN: 'WI',
    WYOMING: 'WY',
  }),
)

/** Every state's name, also of those without a code above, as legal forms mention them ('A DELAWARE CORPORATION'). */
export const stateNames: readonly string[] = [
  ...stateCodes.keys(),
  ...(
    'ALABAMA COLORADO DELAWARE HAWAII IDAHO INDIANA LOUISIANA MAINE MARYLAND MASSACHUSETTS OHIO OKLAHOMA OREGON ' +
    'PENNSYLVANIA'
  ).split(' '),
]
