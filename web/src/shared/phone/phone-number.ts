import { limits } from '@prahari/contract';

export interface PhoneNumber {
  readonly countryCode: string;
  readonly contactNumber: string;
}

export const emptyPhone: PhoneNumber = {
  countryCode: limits.defaultCountryCode,
  contactNumber: '',
};
