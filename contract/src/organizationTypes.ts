/** §3, in the order the form shows them. */
export const ORGANIZATION_TYPES = ['8(a)', 'HUBZone', 'SDVOSB', 'WOSB', 'MBE', 'Large', 'Small', 'other'] as const;
