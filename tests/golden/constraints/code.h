// Phi: constraints on positions, zero where they hold; 1 entry. Rows: disk: height.
void rolling_disk_constraints(const rolling_disk_params *p, const rolling_disk_real q[],
                              rolling_disk_real Phi[]);
void rolling_disk_constraints_prepared(const rolling_disk_prepared *k, const rolling_disk_real q[],
                                       rolling_disk_real Phi[]);
--
// Phi_q: constraints on positions, derivatives with respect to the coordinates; 1 x 6, row by row.
// Rows: disk: height. Columns: x y z yaw lean spin.
void rolling_disk_constraint_jacobian(const rolling_disk_params *p, const rolling_disk_real q[],
                                      rolling_disk_real Phi_q[]);
void rolling_disk_constraint_jacobian_prepared(const rolling_disk_prepared *k,
--
// gamma: right-hand side of the constraints on accelerations, Phi_q qdd = gamma; 1 entry. Rows:
// disk: height.
void rolling_disk_constraint_bias(const rolling_disk_params *p, const rolling_disk_real q[],
                                  const rolling_disk_real qd[], rolling_disk_real gamma_[]);
void rolling_disk_constraint_bias_prepared(const rolling_disk_prepared *k,
--
// H: constraints on speeds, coefficients of the rates; 2 x 6, row by row. Rows: disk: no slip
// along, disk: no slip sideways. Columns: x y z yaw lean spin.
void rolling_disk_velocity_constraint_jacobian(const rolling_disk_params *p,
                                               const rolling_disk_real q[], rolling_disk_real H[]);
void rolling_disk_velocity_constraint_jacobian_prepared(const rolling_disk_prepared *k,
--
// gamma_nh: right-hand side of the constraints on accelerations, H qdd = gamma_nh; 2 entries. Rows:
// disk: no slip along, disk: no slip sideways.
void rolling_disk_velocity_constraint_bias(const rolling_disk_params *p,
                                           const rolling_disk_real q[],
                                           const rolling_disk_real qd[],
