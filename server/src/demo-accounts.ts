/** The accounts of a demonstration. */
export const demoAccounts = [
  { name: 'Demo administrator', contactNumber: '+919999900001', userType: 'ADMIN' },
  { name: 'Demo learner', contactNumber: '+919999900002', userType: 'LEARNER' },
] as const;

/** Finds out how many of the demo accounts there are. */
export async function countDemoAccounts(users: {
  findUserByContact(contactNumber: string): Promise<unknown>;
}): Promise<number> {
  const found = await Promise.all(
    demoAccounts.map(({ contactNumber }) => users.findUserByContact(contactNumber)),
  );
  return found.filter(Boolean).length;
}
